import { ask, must } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import { bank, type Case, edit, type Place, until } from './case.ts';
import { quantile, rounded } from './row.ts';
import { holdRows, holdTable, isBlocked } from './slow-database.ts';

/**
 * The database stands still for a moment while a withdrawal is filed; meanwhile the account becomes
 * a demo one and is given play money. Approved, it would be paid out in real money.
 */
const playMoney: Case = {
  row: 'C1',
  name: 'play-money',
  run: async (place) => {
    const { port, target } = place;
    const open: string[] = [];
    const seen: string[] = [];
    const tries = 4;
    for (let turn = 0; turn < tries; turn++) {
      const operator = await place.operator();
      const client = await place.client(operator.token);
      const letGo = await holdTable(target, 'cash_requests');
      const filing = ask(port, {
        path: '/api/player/requests/withdraw',
        token: client.token,
        body: { amount: 5_000, bank },
      });
      await until(() => isBlocked(target), 'The withdrawal').catch(() => undefined);
      const asDemo = edit(place, operator.token, client.id, { isDemo: true });
      const given = asDemo.then(() =>
        ask(port, {
          path: `/api/transactions/deposit/${client.id}`,
          token: operator.token,
          body: { amount: 5_000 },
        }),
      );
      await Promise.race([given, new Promise((resolve) => setTimeout(resolve, 1_500))]);
      await letGo();
      const filed = await filing;
      await given;
      const body = { reqId: filed.data?._id, status: 'success' };
      const path = '/api/banking/users/request/dw/update';
      const paid = filed.status === 201 && (await ask(port, { path, token: operator.token, body }));
      seen.push(`${filed.status}${paid ? ` ${paid.status}` : ''}`);
      if (paid && paid.status === 200 && (await gave(place, operator.id)) > 0) {
        open.push(`5,000 of play money were paid to ${operator.username} as real money.`);
      }
    }
    return { tries, open, seen: `withdrawal answered ${seen.join(', ')}` };
  },
};

/** What requests brought into an operator's wallet. */
async function gave({ target }: Place, userId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(e.amount_minor), 0)::float8 as minor from entries e
    join transfers t on t.id = e.transfer_id and t.cash_request_id is not null
    where e.owner_id = ${userId}`.execute(target.db);
  return rows[0]?.minor ?? 0;
}

/** Play money without end, and a wallet above what a number on the wire tells exactly. */
const ceilings: Case = {
  row: 'C3',
  name: 'ceilings',
  run: async (place) => {
    const { port, root } = place;
    const demo = await place.client(root, 0, true);
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const path = `/api/transactions/deposit/${demo.id}`;
      statuses.push((await ask(port, { path, token: root, body: { amount: 900_000_000 } })).status);
    }
    const isOpen = statuses.every((status) => status === 200);
    const open = isOpen ? ['2,700,000,000 of play money for one account were given.'] : [];
    return { tries: 3, open, seen: `three demo deposits answered ${statuses.join(', ')}` };
  },
};

/** A settlement waits for one account while another one is given money. */
const outOfOrder: Case = {
  row: 'C17',
  name: 'out-of-order',
  run: async (place) => {
    const { port, target, root } = place;
    const operator = await place.operator();
    const first = await place.client(operator.token, 100);
    const second = await place.client(operator.token, 100);
    const call = await place.game();
    const open: string[] = [];
    const tries = 3;
    for (let turn = 0; turn < tries; turn++) {
      const { round } = (await call('', { ref: `order-${turn}-${first.id}` })).data;
      const bets = [first, second].map(({ id }) => ({
        ref: `${round}-${id}`,
        userId: id,
        stake: 1,
        autoCashout: 1.5,
      }));
      await call(`/${round}/bets`, { bets });
      await call(`/${round}/start`, {});
      await call(`/${round}/crash`, { multiplier: 2, settle: false });
      const letGo = await holdRows(
        target,
        sql`select from accounts where user_id = ${first.id} for no key update`,
      );
      const path = '/api/rounds/betsattlement';
      const settling = ask(port, { path, token: root, body: { roundId: String(round) } });
      await until(() => isBlocked(target), 'The settlement');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await must(port, {
        path: `/api/transactions/deposit/${second.id}`,
        token: operator.token,
        body: { amount: 1 },
      });
      await letGo();
      await settling;
    }
    const path = '/api/transactions/getAllStatement';
    const body = { userId: second.id, length: 100 };
    const { data } = await must(port, { path, token: operator.token, body });
    const rows = data.data.toReversed() as Record<'deposit' | 'withdraw' | 'bankBalance', number>[];
    let balance = 0;
    let broken = 0;
    for (const { deposit, withdraw, bankBalance } of rows) {
      if (Math.abs(balance + deposit - withdraw - bankBalance) > 0.001) broken += 1;
      balance = bankBalance;
    }
    if (broken > 0) open.push(`In ${broken} of ${rows.length} rows the balance does not go on.`);
    return { tries, open, seen: `${broken} of ${rows.length} rows break the running balance` };
  },
};

/** Both ends of a range belong to it: a row is found by the moment that it shows. */
const rangeEnds: Case = {
  row: 'C18',
  name: 'range-ends',
  run: async (place) => {
    const { port } = place;
    const operator = await place.operator();
    const client = await place.client(operator.token);
    const tries = 20;
    let missed = 0;
    const path = '/api/transactions/getAllStatement';
    for (let turn = 0; turn < tries; turn++) {
      const deposit = `/api/transactions/deposit/${client.id}`;
      await must(port, { path: deposit, token: operator.token, body: { amount: 1 } });
      const newest = { userId: client.id, length: 1 };
      const shown = await must(port, { path, token: operator.token, body: newest });
      const at = shown.data.data[0].createdAt;
      const body = { ...newest, startDate: at, endDate: at };
      const found = await must(port, { path, token: operator.token, body });
      if (found.data.data.length === 0) missed += 1;
    }
    const open = missed > 0 ? [`${missed} of ${tries} rows are not in the range they show.`] : [];
    return { tries, open, seen: `${missed} rows not found by their own moment` };
  },
};

/** The same order written in two ways under one key, and limits that nobody may change. */
const sameOrder: Case = {
  row: 'C20',
  name: 'same-order',
  run: async (place) => {
    const { port } = place;
    const operator = await place.operator();
    const client = await place.client(operator.token);
    const headers = { 'idempotency-key': `order-${client.id}` };
    const asked = {
      path: `/api/transactions/deposit/${client.id}`,
      token: operator.token,
      headers,
    };
    await must(port, { ...asked, body: { amount: 1 } });
    const again = await ask(port, { ...asked, body: { amount: 1, userId: client.id } });
    const isSame = again.status === 200;
    const open = isSame ? [] : [`The same deposit with userId is answered ${again.status}.`];
    return { tries: 1, open, seen: `written otherwise under its key: ${again.status}` };
  },
};

const limits: Case = {
  row: 'C11',
  name: 'limits',
  settings: { ENGINE: 'on', ROUND_BETTING_MS: '60000' },
  run: async (place) => {
    const { port, root } = place;
    const operator = await place.operator();
    const client = await place.client(operator.token, 100);
    const bySuper = await edit(place, root, client.id, { maximumBets: 50 });
    const byOwner = await edit(place, operator.token, client.id, { maximumBets: 50 });
    const open: string[] = [];
    if (bySuper.status !== 200 && byOwner.status !== 200) open.push('Nobody may change limits.');
    await edit(place, root, operator.id, { maximumBets: 5 });
    await until(async () => {
      const { data } = await ask(port, { path: '/api/player/round', token: client.token });
      return data?.state === 'betting';
    }, 'A round');
    const path = '/api/player/bets';
    const bet = await ask(port, { path, token: client.token, body: { stake: 10 } });
    if (bet.status === 201) open.push('A bet of 10 below an operator limited to 5 is taken.');
    const seen = `SUPER ${bySuper.status}, ADMIN ${byOwner.status}, bet above the limit`;
    return { tries: 1, open, seen: `${seen} ${bet.status}` };
  },
};

/** Sixty calls under way on eight accounts for ten seconds. */
const stalls: Case = {
  row: 'C19',
  name: 'stalls',
  run: async (place) => {
    const { port } = place;
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const operator = await place.operator(100_000);
        const clients = [await place.client(operator.token), await place.client(operator.token)];
        return { operator, clients };
      }),
    );
    const times: number[] = [];
    const statuses = new Map<number, number>();
    const endsAt = performance.now() + 10_000;
    const work = async (_: unknown, index: number) => {
      for (let turn = index; performance.now() < endsAt; turn++) {
        const { operator, clients } = people[turn % people.length] ?? { clients: [] };
        const id = clients[turn % 2]?.id;
        const kind = turn % 3 === 2 ? 'withdraw' : 'deposit';
        const path = `/api/transactions/${kind}/${id}`;
        const asked = { path, token: operator?.token, body: { amount: 0.01 } };
        const { status, ms } = await ask(port, asked);
        times.push(ms);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 60 }, work));
    const longest = Math.max(...times);
    const failed = [...statuses].filter(([status]) => status >= 500);
    const open = [
      ...(longest > 2_000 ? [`A call took ${rounded(longest)} ms.`] : []),
      ...failed.map(([status, count]) => `${count} calls were answered ${status}.`),
    ];
    const said = `p99 ${rounded(quantile(times, 0.99))} ms, longest ${rounded(longest)} ms`;
    return { tries: times.length, open, seen: `${said}, ${failed.length} kinds of failure` };
  },
};

export const moneyCases = [playMoney, ceilings, outOfOrder, rangeEnds, sameOrder, limits, stalls];
