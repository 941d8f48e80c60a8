import { type BetType, bets as betCalls, betTypes } from '@pitboss/contract/bets';
import { type Currency, currencies } from '@pitboss/contract/money';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { betFaults } from '../test/bet-faults.ts';
import { foldAll } from '../test/fold-all.ts';
import { makeGame, newRef } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditRollups } from './audit-rollups.ts';

interface Client extends TestPerson {
  currency: Currency;
  isDemo: boolean;
  above: TestPerson[];
}

/** A bet as this test remembers it; moments are microseconds since the epoch. */
interface Remembered {
  client: Client;
  round: bigint;
  roundAt: number;
  at: number;
  stake: bigint;
  auto: number | null;
  type: BetType;
  cashout: bigint;
}

let app: TestApp;
let serviceKeyId: bigint;
let operators: { person: TestPerson; isDemo: boolean }[];
let clients: Client[];
const book: Remembered[] = [];

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  serviceKeyId = (await makeGame(app, root)).keyId;
  const admin = await makeAdmin(app, root, { balance: 20_000_000n });
  const deep = await makeDeepAdmin(app, admin, 10_000_000n);
  const deeper = await makeDeepAdmin(app, deep, 5_000_000n);
  const inr = await makeAdmin(app, root, { balance: 5_000_000n, currency: 'INR' });
  const demo = await makeAdmin(app, root, { balance: 5_000_000n, isDemo: true });
  clients = [];
  const add = async (above: TestPerson[], currency: Currency, isDemo = false) => {
    const parent = above.at(-1) ?? root;
    const person = await makeUser(app, parent, { balance: 1_000_000n, currency, isDemo });
    clients.push({ ...person, currency, isDemo, above });
  };
  await add([root, admin], 'USD');
  await add([root, admin, deep], 'USD');
  await add([root, admin, deep], 'USD', true);
  await add([root, admin, deep, deeper], 'USD');
  await add([root, admin, deep, deeper], 'USD');
  await add([root, inr], 'INR');
  await add([root, demo], 'USD', true);
  await add([root], 'PKR');
  const real = [root, admin, deep, deeper, inr].map((person) => ({ person, isDemo: false }));
  operators = [...real, { person: demo, isDemo: true }];
});

afterAll(() => app.close());

const quarter = 900_000_000;
const day = 96 * quarter;
const from = Date.parse('2026-02-27T00:00:00Z') * 1_000;

/** Anywhere in four days, most often at a border of a quarter of an hour or of a day, or beside. */
const moment = fc.oneof(
  fc.integer({ min: from, max: from + 4 * day }),
  fc
    .tuple(fc.integer({ min: 0, max: 4 * 96 }), fc.constantFrom(-1_000, -1, 0, 1, 1_000))
    .map(([count, off]) => from + count * quarter + off),
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(-1_000, -1, 0, 1, 1_000))
    .map(([count, off]) => from + count * day + off),
);

const roundPlan = fc.record({
  at: moment,
  /** Bets of one call are placed at one moment. */
  calls: fc.array(
    fc.record({
      at: moment,
      bets: fc.array(
        fc.record({
          who: fc.nat(7),
          stake: fc.bigInt({ min: 1n, max: 900n }),
          auto: fc.oneof(fc.constant(null), fc.integer({ min: 101, max: 300 })),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  end: fc.constantFrom('settled', 'settled', 'settled later', 'void', 'crashed', 'running'),
  endAt: moment,
  crash: fc.integer({ min: 100, max: 300 }),
});
type RoundPlan = (typeof roundPlan extends fc.Arbitrary<infer T> ? T : never) & object;

/** A transaction whose clock stands at the moment. */
function at<T>(microseconds: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(app.db, async (tx) => {
    await sql`select set_config('pitboss.clock',
      (timestamptz 'epoch' + ${String(microseconds)}::bigint * interval '1 microsecond')::text,
      true)`.execute(tx);
    return work(tx);
  });
}

async function play(plan: RoundPlan): Promise<void> {
  const terms = { source: 'game', serviceKeyId, ref: newRef() } as const;
  const { id } = await at(plan.at, (tx) => openRound(tx, terms, anyReturn));
  const mine: Remembered[] = [];
  for (const call of plan.calls) {
    const wishes = call.bets.flatMap(({ who, stake, auto }) => {
      const client = clients[who];
      return client ? { client, stake, auto } : [];
    });
    const placed = await at(call.at, (tx) =>
      placeBets(
        tx,
        id,
        { actorId: null, serviceKeyId },
        wishes.map(({ client, stake, auto }) => ({
          ref: newRef(),
          userId: client.id,
          stakeMinor: stake,
          autoHundredths: auto,
        })),
      ),
    );
    expect(placed.map(({ reason }) => reason)).toEqual(wishes.map(() => null));
    for (const wish of wishes) {
      const rest = { round: id, roundAt: plan.at, type: 'unsettled', cashout: 0n } as const;
      mine.push({ ...wish, at: call.at, ...rest });
    }
  }
  await finish(plan, id);
  const type = typeAfter[plan.end];
  for (const bet of mine) {
    const isWon = type === 'settled' && bet.auto !== null && bet.auto <= plan.crash;
    const cashout = isWon ? (bet.stake * BigInt(bet.auto ?? 0)) / 100n : 0n;
    book.push({ ...bet, type, cashout });
  }
}

const typeAfter: Record<RoundPlan['end'], BetType> = {
  settled: 'settled',
  'settled later': 'settled',
  void: 'void',
  crashed: 'unsettled',
  running: 'unsettled',
};

async function finish({ end, endAt, crash }: RoundPlan, id: bigint): Promise<void> {
  if (end === 'running') return;
  if (end === 'void') {
    await at(endAt, (tx) => voidRound(tx, id));
    expect(await inTransaction(app.db, (tx) => settleRound(tx, id, null))).toEqual({
      ended: 0,
      held: 0,
    });
    return;
  }
  await at(endAt, (tx) => startRound(tx, id));
  await at(endAt, async (tx) => {
    await crashRound(tx, id, crash);
    if (end === 'settled') await settleRound(tx, id, null);
  });
  if (end === 'crashed') return;
  const later = await inTransaction(app.db, (tx) => settleRound(tx, id, null));
  expect(later.ended > 0).toBe(end === 'settled later');
  expect(await inTransaction(app.db, (tx) => settleRound(tx, id, null))).toEqual({
    ended: 0,
    held: 0,
  });
}

type Sums = [bets: bigint, stakes: bigint, cashouts: bigint, voids: bigint, voidStakes: bigint];

/** The bets of the book that have ended, summed under every key that each belongs to. */
function summed(keysOf: (bet: Remembered) => string[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const bet of book) {
    if (bet.type === 'unsettled') continue;
    for (const key of keysOf(bet)) {
      const sum = sums.get(key) ?? [0n, 0n, 0n, 0n, 0n];
      const [count, stakes] = bet.type === 'void' ? ([3, 4] as const) : ([0, 1] as const);
      sum[count] += 1n;
      sum[stakes] += bet.stake;
      sum[2] += bet.cashout;
      sums.set(key, sum);
    }
  }
  return sums;
}

async function kept(table: 'client_days' | 'operator_slots' | 'round_operators', key: string) {
  const { rows } = await sql<{ key: string; sums: Sums }>`
    select ${sql.raw(key)} as key, array[bets, stakes_minor, cashouts_minor, void_bets,
      void_stakes_minor] as sums from ${sql.table(table)}`.execute(app.db);
  return new Map(rows.map((row) => [row.key, row.sums]));
}

const branch = ({ client }: Remembered, rest: string) =>
  client.above.map(({ id }) => `${id} ${client.currency} ${client.isDemo} ${rest}`);

/** Every row of the three tables is worked out anew, here and not in the database. */
async function compareTables(): Promise<void> {
  expect(await kept('client_days', "user_id || ' ' || day")).toEqual(
    summed(({ client, at }) => [`${client.id} ${dayOf(at)}`]),
  );
  const slot = 'floor(extract(epoch from slot_at))::bigint';
  const operator = "operator_id || ' ' || currency || ' ' || is_demo || ' ' ||";
  expect(await kept('operator_slots', `${operator} ${slot}`)).toEqual(
    summed((bet) => branch(bet, String((Math.floor(bet.at / quarter) * quarter) / 1_000_000))),
  );
  const roundAt = '(extract(epoch from round_at) * 1000000)::bigint';
  expect(await kept('round_operators', `${operator} round_id || ' ' || ${roundAt}`)).toEqual(
    summed((bet) => branch(bet, `${bet.round} ${bet.roundAt}`)),
  );
}

function dayOf(microseconds: number): string {
  return new Date(Math.floor(microseconds / 1_000)).toISOString().slice(0, 10);
}

test('random rounds at odd moments leave rollups that are the sums of their bets', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(roundPlan, { minLength: 4, maxLength: 8 }), async (plans) => {
      for (const plan of plans) await play(plan);
      expect(await auditRollups(app.db)).toEqual([]);
      await compareTables();
      if (runs++ % 8 > 0) return;
      await foldAll(app.db);
      expect(await auditRollups(app.db)).toEqual([]);
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(new Set(book.map(({ type }) => type))).toEqual(new Set(betTypes));
  const faults = await betFaults(app.db);
  expect(faults.filter((fault) => !/ended otherwise|after the flight/.test(fault))).toEqual([]);
});

/** A range in milliseconds, as the wire has it; either end may be open. */
const edge = fc.oneof(
  fc.constant(undefined),
  moment.map((microseconds) => new Date(Math.floor(microseconds / 1_000))),
);

function within({ at }: Remembered, start: Date | undefined, end: Date | undefined): boolean {
  const isAfter = start === undefined || at >= start.getTime() * 1_000;
  // The whole of the last millisecond belongs to the range.
  return isAfter && (end === undefined || Math.floor(at / 1_000) <= end.getTime());
}

function figuresOf(found: Remembered[]) {
  return {
    count: found.length,
    totalStakes: found.reduce((sum, bet) => sum + bet.stake, 0n),
    totalCashoutAmount: found.reduce((sum, bet) => sum + bet.cashout, 0n),
    totalPl: found.reduce(
      (sum, bet) => (bet.type === 'settled' ? sum + bet.stake - bet.cashout : sum),
      0n,
    ),
  };
}

test('totals of a range are the sums of its bets, wherever its ends lie', async () => {
  const page = { draw: 0, start: 0, length: 1 };
  const cases = fc.tuple(edge, edge, fc.nat(5), fc.constantFrom(...currencies), fc.nat(7));
  await fc.assert(
    fc.asyncProperty(cases, async ([one, other, operator, currency, who]) => {
      const isTurned = one && other && one > other;
      const [startDate, endDate] = isTurned ? [other, one] : [one, other];
      const range = { startDate, endDate };
      const { person, isDemo } = operators[operator] ?? operators[0] ?? expect.fail();
      const { token } = person;
      const all = await app.call(betCalls.list, { token, body: { ...page, ...range, currency } });
      const inBranch = book.filter(
        (bet) =>
          within(bet, startDate, endDate) &&
          bet.client.currency === currency &&
          bet.client.isDemo === isDemo &&
          bet.client.above.includes(person),
      );
      const { data, totals } = all.data;
      expect({ count: data.recordsTotal, ...totals }).toEqual(figuresOf(inBranch));

      const client = clients[who] ?? expect.fail();
      const ofClient = book.filter(
        (bet) => bet.client === client && within(bet, startDate, endDate),
      );
      const above = client.above.at(-1)?.token ?? '';
      for (const type of betTypes) {
        const body = { ...page, ...range, userId: client.id, type };
        const reply = await app.call(betCalls.listOfUser, { token: above, body });
        expect({ count: reply.data.data.recordsTotal, ...reply.data.totals }).toEqual(
          figuresOf(ofClient.filter((bet) => bet.type === type)),
        );
      }
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

const betColumns = ['bets', 'stakes_minor', 'cashouts_minor', 'void_bets', 'void_stakes_minor'];
const entryColumns = ['entries', 'deposits_minor', 'withdrawals_minor'];
const tables: [string, string[]][] = [
  ['client_days', betColumns],
  ['client_slots', ['bets', 'stakes_minor', 'cashouts_minor']],
  ['big_wins', ['round_id', 'user_id', 'stake_minor', 'cashout_minor']],
  ['big_win_days', ['round_id', 'user_id', 'stake_minor', 'cashout_minor']],
  ['play_so_far', ['users[1]', 'bets[1]', 'stakes_minor[1]', 'pl_minor[1]', 'all_pl_minor']],
  ['operator_slots', betColumns],
  ['round_operators', ['bets', 'void_bets', 'void_stakes_minor']],
  ['round_slots', ['rounds', 'bets', 'stakes_minor', 'cashouts_minor']],
  ['wallet_days', entryColumns],
  ['statement_slots', entryColumns],
  ['people_counts', ['children', 'clients']],
];

test.each(tables)('a planted difference in %s is found', async (table, columns) => {
  await foldAll(app.db);
  const one = sql`(select ctid from ${sql.table(table)} order by random() limit 1)`;
  const plants = [
    ...columns.map((column) => {
      const name = sql.raw(column);
      return sql`update ${sql.table(table)} set ${name} = ${name} + 1 where ctid = ${one}`;
    }),
    sql`delete from ${sql.table(table)} where ctid = ${one}`,
  ];
  for (const plant of plants) {
    const tx = await openTransaction(app.db);
    await plant.execute(tx);
    const faults = await auditRollups(tx);
    await tx.rollback().execute();
    expect(faults).toContainEqual(expect.stringMatching(`^${table} differs at \\(.+\\)$`));
  }
  expect(await auditRollups(app.db)).toEqual([]);
});

test('a row of a rollup that no bet explains is found', async () => {
  const tx = await openTransaction(app.db);
  const id = clients[0]?.id ?? 0n;
  await sql`insert into client_days values (${id}, '2020-01-01', 1, 100, 0, 0, 0)`.execute(tx);
  const faults = await auditRollups(tx);
  await tx.rollback().execute();
  expect(faults).toEqual([`client_days differs at (${id},2020-01-01,1,100,0,0,0)`]);
});
