import { type BetType, bets, betTypes } from '@pitboss/contract/bets';
import { reports } from '@pitboss/contract/reports';
import { transactions } from '@pitboss/contract/transactions';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { post, walletOf } from '../ledger/post.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { atTime } from '../test/flights.ts';
import { makeGame, newRef } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let serviceKeyId: bigint;
let root: TestPerson;
/** An operator with operators below it. */
let admin: TestPerson;
let operators: TestPerson[];
let clients: TestPerson[];

const quarterMs = 900_000;
const startMs = Date.parse('2025-06-01T00:00:00Z');

/** Three days of play and money at and beside the borders of days and quarters of an hour. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  serviceKeyId = (await makeGame(app, root)).keyId;
  admin = await makeAdmin(app, root, { balance: 9_000_000n });
  const deep = await makeDeepAdmin(app, admin, 1_000_000n);
  const deeper = await makeDeepAdmin(app, deep, 500_000n);
  const other = await makeAdmin(app, root, { balance: 5_000_000n });
  operators = [root, admin, deep, deeper, other];
  clients = [
    await makeUser(app, admin, { balance: 100_000n }),
    await makeUser(app, deep, { balance: 100_000n }),
    await makeUser(app, deeper, { balance: 100_000n }),
    await makeUser(app, other, { balance: 100_000n }),
    await makeUser(app, admin, { balance: 100_000n, isDemo: true }),
    await makeUser(app, root, { balance: 100_000n, currency: 'INR' }),
  ];
  for (let index = 0; index < 40; index++) {
    const near = [-1, 0, 1, 450_000][index % 4] ?? 0;
    const at = new Date(startMs + Math.floor(index / 2) * 13 * quarterMs + near);
    await playAt(at, betTypes[index % 3] ?? 'void', index);
  }
});

afterAll(() => app.close());

async function playAt(at: Date, end: BetType, index: number): Promise<void> {
  await atTime(app, at, async (tx) => {
    const { id } = await openRound(tx, { source: 'game', serviceKeyId, ref: newRef() }, anyReturn);
    const betting = clients.filter((_, place) => (index + place) % 4 !== 0);
    const wanted = betting.map(({ id: userId }, place) => ({
      ref: newRef(),
      userId,
      stakeMinor: BigInt(100 + index + place),
      autoHundredths: place % 2 === 0 ? 150 : null,
    }));
    await placeBets(tx, id, { actorId: null, serviceKeyId }, wanted);
    const [client] = clients;
    await post(tx, {
      kind: 'deposit',
      from: walletOf(admin.id),
      to: walletOf(client?.id ?? 0n),
      currency: 'USD',
      amountMinor: BigInt(100 + index),
      actorId: admin.id,
      remarks: `gift ${index}`,
      idempotencyKey: null,
      field: 'amount',
    });
    if (end === 'void') await voidRound(tx, id);
    if (end !== 'settled') return;
    await startRound(tx, id);
    await crashRound(tx, id, 200);
    await settleRound(tx, id, null);
  });
}

interface Asked {
  startDate: string;
  endDate: string;
  start: number;
  length: number;
  dir: 'asc' | 'desc';
}

const moment = fc
  .tuple(fc.integer({ min: -1, max: 3 * 96 }), fc.constantFrom(-1, 0, 1, 777, 450_000))
  .map(([slots, off]) => new Date(startMs + slots * quarterMs + off).toISOString());
const asked: fc.Arbitrary<Asked> = fc
  .record({
    one: moment,
    other: moment,
    start: fc.nat(60),
    length: fc.integer({ min: 1, max: 25 }),
    dir: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .map(({ one, other, ...page }) => {
    const [startDate = one, endDate = other] = [one, other].sort();
    return { startDate, endDate, ...page };
  });

/** What the plain version finds: everything counted and added up, and the page by OFFSET. */
async function plainPage(
  { startDate, endDate, start, length, dir }: Asked,
  { source, at, id, sums }: Record<'source' | 'at' | 'id' | 'sums', RawBuilder<unknown>>,
) {
  const range = sql`${at} >= ${startDate}::timestamptz
    and date_trunc('milliseconds', ${at}) <= ${endDate}::timestamptz`;
  const { rows } = await sql<{ id: bigint }>`
    select ${id} as id ${source} and ${range} order by ${at} ${sql.raw(dir)}, ${id} ${sql.raw(dir)}
    limit ${length} offset ${start}`.execute(app.db);
  const totals = await sql<{ sums: bigint[] }>`
    select array[count(*), ${sums}]::bigint[] as sums ${source} and ${range}`.execute(app.db);
  return [rows.map((row) => row.id), totals.rows[0]?.sums];
}

/** The query as the table sends it, sorted by the column of its time. */
function sentFor({ dir, ...page }: Asked, column: number) {
  return { ...page, order: [{ column, dir }] };
}

function betSums() {
  return sql`coalesce(sum(b.stake_minor), 0), coalesce(sum(b.cashout_minor), 0)`;
}

test.each(Array.from({ length: 5 }, (_, index) => index))(
  'any page of the bets of a branch is the plain one: operator %i',
  async (index) => {
    const operator = operators[index] ?? root;
    await fc.assert(
      fc.asyncProperty(asked, async (query) => {
        const raw = sentFor(query, 6);
        const { data } = await app.call(bets.list, { token: operator.token, raw });
        const plain = await plainPage(query, {
          source: sql`from bets b join users u on u.id = b.user_id
            where b.currency = 'USD' and not b.is_demo
              and u.ancestor_ids @> array[${operator.id}::bigint]`,
          at: sql`b.created_at`,
          id: sql`b.id`,
          sums: betSums(),
        });
        const { totalStakes, totalCashoutAmount } = data.totals;
        const sums = [BigInt(data.data.recordsTotal), totalStakes, totalCashoutAmount];
        expect([data.data.data.map((bet) => bet._id), sums]).toEqual(plain);
      }),
      { numRuns: 40 },
    );
  },
);

test('any page of the bets of an account is the plain one, of every type', async () => {
  const client = clients[1] ?? root;
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom(...betTypes), async (query, type) => {
      const raw = { ...sentFor(query, 7), userId: String(client.id), type };
      const { data } = await app.call(bets.listOfUser, { token: root.token, raw });
      const plain = await plainPage(query, {
        source: sql`from bets b where b.user_id = ${client.id} and b.type = ${type}`,
        at: sql`b.created_at`,
        id: sql`b.id`,
        sums: betSums(),
      });
      const { totalStakes, totalCashoutAmount } = data.totals;
      const sums = [BigInt(data.data.recordsTotal), totalStakes, totalCashoutAmount];
      expect([data.data.data.map((bet) => bet._id), sums]).toEqual(plain);
    }),
    { numRuns: 80 },
  );
});

test('any page of a statement is the plain one, of a branch and of a wallet', async () => {
  const moved = sql`coalesce(sum(greatest(e.amount_minor, 0)), 0),
    coalesce(sum(greatest(-e.amount_minor, 0)), 0)`;
  const wallets = sql`from entries e join accounts a on a.id = e.account_id
    join users u on u.id = a.user_id where a.kind = 'wallet' and a.currency = 'USD'`;
  const scope = fc.constantFrom(...operators.map((by) => ({ by, of: null })), {
    by: root,
    of: clients[0] ?? root,
  });
  await fc.assert(
    fc.asyncProperty(asked, scope, async (query, { by, of }) => {
      const raw = { ...sentFor(query, 0), ...(of ? { userId: String(of.id) } : {}) };
      const { data } = await app.call(transactions.listStatement, { token: by.token, raw });
      const whose = of
        ? sql`u.id = ${of.id}`
        : sql`(u.id = ${by.id} or (u.ancestor_ids @> array[${by.id}::bigint] and not u.is_demo))`;
      const plain = await plainPage(query, {
        source: sql`${wallets} and ${whose}`,
        at: sql`e.created_at`,
        id: sql`e.id`,
        sums: moved,
      });
      const sums = [BigInt(data.recordsTotal), data.totals.deposit, data.totals.withdraw];
      expect([data.data.map((row) => row.id), sums]).toEqual(plain);
    }),
    { numRuns: 150 },
  );
});

test('any page of the rounds of a report is the plain one', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom(...operators), async (query, by) => {
      const raw = sentFor(query, 5);
      const { data } = await app.call(reports.roundPl, { token: by.token, raw });
      const plain = await plainPage(query, {
        source: sql`from (
          select r.id, r.created_at, count(*) as bets, sum(b.stake_minor) as stakes,
            sum(b.cashout_minor) as cashouts
          from bets b join rounds r on r.id = b.round_id join users u on u.id = b.user_id
          where b.type = 'settled' and b.currency = 'USD' and not b.is_demo
            and u.ancestor_ids @> array[${by.id}::bigint] group by r.id) r where true`,
        at: sql`r.created_at`,
        id: sql`r.id`,
        sums: sql`coalesce(sum(bets), 0), coalesce(sum(stakes), 0), coalesce(sum(cashouts), 0)`,
      });
      const { totalBets, Stakes, cashoutAmount } = data.totals;
      const sums = [BigInt(data.data.recordsTotal), BigInt(totalBets), Stakes, cashoutAmount];
      expect([data.data.data.map((round) => round.roundNumber), sums]).toEqual(plain);
    }),
    { numRuns: 80 },
  );
});
