import { bets } from '@pitboss/contract/bets';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { dashboard, type Play, type Span } from '@pitboss/contract/dashboard';
import { type Currency, currencies } from '@pitboss/contract/money';
import { playReports } from '@pitboss/contract/play-reports';
import { reports } from '@pitboss/contract/reports';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { askWithdrawal } from '../test/cashier.ts';
import { foldAll } from '../test/fold-all.ts';
import { makeGame, newRef } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Midnight of an operator in India, five days ago. */
const begin = new Date(Math.floor(Date.now() / dayMs) * dayMs - 5 * dayMs - 5.5 * hourMs);

let app: TestApp;
let root: TestPerson;
let serviceKeyId: bigint;
const admins = new Map<Currency, TestPerson>();

/** Five days of rounds at odd hours, below an ADMIN of each currency, two deep, with demo play. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  serviceKeyId = (await makeGame(app, root)).keyId;
  const clients: TestPerson[] = [];
  for (const currency of currencies) {
    const admin = await makeAdmin(app, root, { balance: 30_000_000n, currency });
    admins.set(currency, admin);
    const deep = await makeDeepAdmin(app, admin, 10_000_000n);
    for (const parent of [admin, admin, deep]) {
      clients.push(await makeUser(app, parent, { balance: 3_000_000n }));
    }
    clients.push(await makeUser(app, admin, { balance: 3_000_000n, isDemo: true }));
    clients.push(await makeUser(app, root, { balance: 300_000n, currency }));
  }
  for (let index = 0; index < 24; index++) {
    await playRound(clients, index);
    // Play of the days before is folded; what comes after it is late, being told today.
    if (index === 14) await foldAll(app.db);
  }
  for (const admin of admins.values()) {
    const asking = await makeUser(app, admin, { balance: 900n });
    for (const minutes of [5, 20, 45, 300]) await ask(asking, minutes);
  }
});

afterAll(() => app.close());

async function playRound(clients: TestPerson[], index: number): Promise<void> {
  const at = new Date(begin.getTime() + index * 4.9 * hourMs);
  const clock = (ms: number, work: Parameters<typeof inTransaction>[1]) =>
    inTransaction(app.db, async (tx) => {
      const moment = new Date(at.getTime() + ms).toISOString();
      await sql`select set_config('pitboss.clock', ${moment}, true)`.execute(tx);
      return work(tx);
    });
  const terms = { source: 'game', serviceKeyId, ref: newRef() } as const;
  const round = (await clock(0, (tx) => openRound(tx, terms, anyReturn))) as { id: bigint };
  const placing = clients
    .filter((_, who) => (who + index) % 3 !== 0)
    .map(({ id: userId }, who) => ({
      ref: newRef(),
      userId,
      stakeMinor: BigInt(1_003 + 37 * who + 11 * index),
      autoHundredths: 110 + ((who * 53 + index * 17) % 300),
    }));
  await clock(2_000, (tx) => placeBets(tx, round.id, { actorId: null, serviceKeyId }, placing));
  if (index === 5) return void (await clock(4_000, (tx) => voidRound(tx, round.id)));
  await clock(4_000, (tx) => startRound(tx, round.id));
  await clock(6_000, async (tx) => {
    await crashRound(tx, round.id, 100 + ((index * 61) % 350));
    if (index !== 9) await settleRound(tx, round.id, null);
  });
}

async function ask(client: TestPerson, minutes: number): Promise<void> {
  const { _id } = (await askWithdrawal(app, client, 100n)).data;
  await sql`update cash_requests set created_at = now() - make_interval(mins => ${minutes}::int)
    where id = ${_id}`.execute(app.db);
}

const callers = currencies.flatMap((currency) => [
  { role: 'SUPER', currency, of: () => root },
  { role: 'ADMIN', currency, of: () => admins.get(currency) ?? expect.fail() },
]);
const states = [
  { state: 'folded in part', fold: async () => {} },
  { state: 'folded', fold: () => foldAll(app.db) },
];
const cases = states.flatMap((state) => callers.map((caller) => ({ ...state, ...caller })));

const spanOf = (fromMs: number, toMs: number): Span => ({
  from: new Date(begin.getTime() + fromMs),
  to: new Date(begin.getTime() + toMs),
});
/** Hours, days and periods, as the dashboard asks for them. */
const spans = [
  ...Array.from({ length: 48 }, (_, hour) => spanOf(hour * hourMs, (hour + 1) * hourMs)),
  ...Array.from({ length: 6 }, (_, day) => spanOf(day * dayMs, (day + 1) * dayMs)),
  spanOf(0, 2 * dayMs),
  spanOf(0, 3 * dayMs),
  spanOf(dayMs, 6 * dayMs),
  spanOf(0, 8 * dayMs),
  spanOf(-30 * dayMs, 0),
];
const dates = ({ from, to }: Span) => ({
  startDate: from,
  endDate: new Date(to.getTime() - 1),
});
const page = { draw: 0, start: 0, length: 500 };

describe.each(cases)('$role in $currency, $state', ({ of, currency, fold }) => {
  beforeAll(fold);

  const askPlay = async (token: string, asked: Span[]) =>
    (await app.call(dashboard.play, { token, body: { currency, spans: asked } })).data.spans;

  test('every figure of time is the total of the list that it opens', async () => {
    const { token } = of();
    const figures = await askPlay(token, spans);
    expect(figures.filter((play) => play.bets > 0).length).toBeGreaterThan(10);
    for (const [index, span] of spans.entries()) {
      const body = { ...page, ...dates(span), currency };
      const byClient = (await app.call(playReports.byClient, { token, body })).data;
      expect([span, byClient.totals]).toEqual([span, figures[index]]);
      expect(byClient.data.recordsTotal).toBe(figures[index]?.players);
      const settled = (await app.call(bets.list, { token, body: { ...body, type: 'settled' } }))
        .data;
      expect([
        settled.data.recordsTotal,
        settled.totals.totalStakes,
        settled.totals.totalPl,
      ]).toEqual([figures[index]?.bets, figures[index]?.stakes, figures[index]?.pl]);
    }
    // Once more, from what was counted before.
    expect(await askPlay(token, spans)).toEqual(figures);
  });

  test('the branches below add up to the whole, and each is what its own list shows', async () => {
    const { token } = of();
    const span = spanOf(0, 6 * dayMs);
    const { rows, totals } = (
      await app.call(playReports.byOperator, { token, body: { currency, ...span } })
    ).data;
    const [whole] = await askPlay(token, [span]);
    expect(totals).toEqual(whole);
    expect(sumOf(rows)).toEqual(totals);
    for (const { operator, ...play } of rows) {
      if (!operator) continue;
      const body = { ...page, ...dates(span), currency, userId: operator._id };
      expect((await app.call(playReports.byClient, { token, body })).data.totals).toEqual(play);
    }
  });

  test('whoever is named for a figure has bets that make it', async () => {
    const { token } = of();
    for (const span of [spanOf(0, dayMs), spanOf(0, 6 * dayMs)]) {
      const who = (await app.call(dashboard.who, { token, body: { currency, ...span } })).data;
      expect(who.winners.length + who.losers.length).toBeGreaterThan(1);
      for (const { _id, bets: count, pl } of [...who.winners, ...who.losers]) {
        const body = { ...page, ...dates(span), userId: _id, type: 'settled' } as const;
        const { data, totals } = (await app.call(bets.list, { token, body })).data;
        expect([data.recordsTotal, totals.totalPl]).toEqual([count, pl]);
      }
      const all = (
        await app.call(bets.list, { token, body: { ...page, ...dates(span), currency } })
      ).data.data.data;
      const won = all
        .map(({ stake, cashoutAmount = 0n }) => cashoutAmount - stake)
        .filter((amount) => amount > 0n)
        .toSorted((one, other) => Number(other - one));
      expect(who.wins.map(({ stake, cashout }) => cashout - stake)).toEqual(won.slice(0, 5));
      for (const { _id, round, stake, cashout } of who.wins) {
        expect(all).toContainEqual(
          expect.objectContaining({
            user: expect.objectContaining({ _id }),
            round,
            stake,
            cashoutAmount: cashout,
          }),
        );
      }
    }
  });

  test('what is to do is what its lists hold', async () => {
    const { token } = of();
    const { requests, left } = (await app.call(dashboard.toDo, { token })).data;
    expect(requests.map(({ age }) => age)).toEqual(['late', 'waiting', 'new']);
    for (const { type, count, from, to } of requests) {
      const body = { ...page, type, status: 'pending', startDate: from, endDate: to } as const;
      const { recordsFiltered } = (await app.call(cashRequests.list, { token, body })).data;
      expect(recordsFiltered).toBe(count);
    }
    const mine = left.find((one) => one.currency === currency) ?? expect.fail();
    const body = { ...page, currency, type: 'left', startDate: mine.since } as const;
    const { data } = (await app.call(bets.list, { token, body })).data;
    expect(data.recordsTotal).toBe(mine.bets);
    expect(data.data.length).toBe(mine.bets);
  });

  test('the versions of the table add up to the rounds', async () => {
    const { token } = of();
    const span = spanOf(0, 6 * dayMs);
    const { rows } = (await app.call(playReports.byVersion, { token, body: { currency, ...span } }))
      .data;
    const body = { ...page, ...dates(span), currency };
    const { totals, data } = (await app.call(reports.roundPl, { token, body })).data;
    expect(rows.map(({ rounds, bets: count, pl }) => [rounds, count, pl])).toEqual([
      [data.recordsTotal, totals.totalBets, totals.totalPl],
    ]);
    expect(rows[0]).toMatchObject({ returnMin: 0.97, returnMax: 0.97, chance: null });
  });
});

function sumOf(rows: Play[]): Play {
  const zero = { bets: 0, stakes: 0n, cashout: 0n, pl: 0n, players: 0 };
  return rows.reduce(
    (sum, row) => ({
      bets: sum.bets + row.bets,
      stakes: sum.stakes + row.stakes,
      cashout: sum.cashout + row.cashout,
      pl: sum.pl + row.pl,
      players: sum.players + row.players,
    }),
    zero,
  );
}

test('a span that does not lie on quarters of an hour is refused', async () => {
  const span = spanOf(60_000, dayMs);
  const reply = await app.call(dashboard.play, { token: root.token, body: { spans: [span] } });
  expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([400, ['spans']]);
});

test('one client’s play is asked for by its operator alone', async () => {
  const [usd, inr] = [admins.get('USD'), admins.get('INR')];
  const { rows } = await sql<{ id: bigint }>`
    select id from users where parent_id = ${usd?.id} and role = 'USER' and not is_demo
    order by id limit 1`.execute(app.db);
  const userId = rows[0]?.id ?? 0n;
  const body = { userId, spans: [spanOf(0, 6 * dayMs)] };
  const own = (await app.call(dashboard.play, { token: usd?.token ?? '', body })).data.spans[0];
  const list = { ...page, userId, ...dates(spanOf(0, 6 * dayMs)), type: 'settled' } as const;
  const { data, totals } = (await app.call(bets.list, { token: usd?.token ?? '', body: list }))
    .data;
  expect(own).toMatchObject({ bets: data.recordsTotal, pl: totals.totalPl, players: 1 });
  expect((await app.call(dashboard.play, { token: inr?.token ?? '', body })).status).toBe(404);
});

test('a name that is guessed at is told to the operators above it while it is held up', async () => {
  const admin = admins.get('INR') ?? expect.fail();
  const client = await makeUser(app, admin);
  await sql`insert into sign_in_failures (subject, failures, last_failed_at, blocked_until)
    values ('name:' || rtrim(translate(encode(sha256(${client.username}::bytea), 'base64'),
      '+/', '-_'), '='), 9, now(), now() + interval '1 minute')`.execute(app.db);
  const names = async ({ token }: TestPerson) =>
    (await app.call(dashboard.toDo, { token })).data.lockedOut.map(({ username }) => username);
  expect(await names(admin)).toEqual([client.username]);
  expect(await names(root)).toEqual([client.username]);
  expect(await names(admins.get('USD') ?? expect.fail())).toEqual([]);
});
