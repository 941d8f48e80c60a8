import { rounds } from '@pitboss/contract/rounds';
import { crashPoint } from '@pitboss/engine/crash-point';
import { seedHash } from '@pitboss/engine/seed-hash';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { verifyRound } from '../rounds/verify-round.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { tampered } from '../test/tampered.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';
import { auditSeals, newestSeals } from './audit-seals.ts';
import { sealRecords } from './seal-records.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
let other: TestPerson;
let server: TestGame;
/** A round of the engine and one of a game server, with bets in both, sealed long ago. */
let flown: bigint;
let played: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 1_000_000n });
  other = await makeUser(app, root, { balance: 1_000_000n });
  server = await makeGame(app, root);
  flown = await fly();
  played = await play();
  await sealRecords(app.db);
  await play();
  await sealRecords(app.db);
});

afterAll(() => app.close());

beforeEach(async () => {
  expect(await auditSeals(app.db)).toEqual([]);
});

async function fly(): Promise<bigint> {
  const round = await openFlight(app, 250);
  const bets = [null, 150, 300].map((autoHundredths) => ({
    ref: null,
    userId: client.id,
    stakeMinor: 1_000n,
    autoHundredths,
  }));
  const by = { actorId: null, serviceKeyId: null };
  await inTransaction(app.db, (tx) => placeBets(tx, round, by, bets));
  await takeOff(app, round, 200);
  await land(app, round);
  return round;
}

const someBets = () =>
  [client, other].map(({ id }) => ({ ref: newRef(), userId: id, stake: 700n, autoCashout: 150 }));
const play = () => server.play(someBets(), 200);

const faultsAfter = (tamper: (tx: Tx) => Promise<unknown>) => tampered(app, tamper, auditSeals);

const changed = (what: string) =>
  expect.stringMatching(`^${what} was changed since it was put into seal \\d+$`);

const ofRounds = {
  round: {
    source: "'engine'",
    service_key_id: 'null',
    ref: "'another'",
    doubling_ms: '1',
    seed: "sha256('another')",
    hash: "repeat('0', 64)",
    drawn_hundredths: 'drawn_hundredths + 1',
    multiplier_table_id: '1',
    created_at: "created_at + interval '1 microsecond'",
  },
  'the end of round': {
    state: "'void'",
    multiplier_hundredths: 'multiplier_hundredths + 1',
    betting_until: 'now()',
    flying_at: "flying_at - interval '1 second'",
    ended_at: "ended_at + interval '1 second'",
    updated_at: 'now()',
  },
};

test.each(
  Object.entries(ofRounds).flatMap(([name, changes]) =>
    Object.entries(changes).map(([column, value]) => ({ name, column, value })),
  ),
)("a changed $column of a past round is found: '$name' is named", async (one) => {
  const faults = await faultsAfter((tx) =>
    sql`update rounds set ${sql.ref(one.column)} = ${sql.raw(one.value)}
      where id = ${played}`.execute(tx),
  );
  expect(faults).toEqual([changed(`${one.name} ${played}`)]);
});

const ofBets = {
  'the list of bets of round': {
    user_id: 'user_id - 1',
    parent_id: '0',
    currency: "'PKR'",
    is_demo: 'true',
    stake_minor: 'stake_minor + 1',
    auto_hundredths: 'null',
    service_key_id: 'null',
    ref: "'another'",
    created_at: "created_at + interval '1 microsecond'",
  },
  'the settlement of round': {
    type: "'void'",
    cashout_hundredths: '151',
    cashout_minor: 'cashout_minor + 1',
    updated_at: 'now()',
  },
};

test.each(
  Object.entries(ofBets).flatMap(([name, changes]) =>
    Object.entries(changes).map(([column, value]) => ({ name, column, value })),
  ),
)("a changed $column of a past bet is found: '$name' is named", async (one) => {
  const faults = await faultsAfter((tx) =>
    sql`update bets set ${sql.ref(one.column)} = ${sql.raw(one.value)}
      where id = (select max(id) from bets where round_id = ${played})`.execute(tx),
  );
  expect(faults).toEqual([changed(`${one.name} ${played}`)]);
});

test.each(['removed', 'slipped in', 'moved to another round'])(
  'a bet that was %s is found, and its round is named',
  async (how) => {
    const newest = sql`(select max(id) from bets where round_id = ${played})`;
    const faults = await faultsAfter((tx) =>
      (how === 'removed'
        ? sql`delete from bets where id = ${newest}`
        : how === 'slipped in'
          ? sql`insert into bets (round_id, user_id, parent_id, currency, is_demo, stake_minor,
              type, cashout_minor, created_at, updated_at)
            select round_id, user_id, parent_id, currency, is_demo, 5, 'settled', 0, created_at,
              updated_at from bets where id = ${newest}`
          : sql`update bets set round_id = 999 where id = ${newest}`
      ).execute(tx),
    );
    expect(faults).toEqual([
      changed(`the list of bets of round ${played}`),
      changed(`the settlement of round ${played}`),
    ]);
  },
);

test('a seed, hash and crash point that agree with each other are not those that were sealed', async () => {
  const seed = '5e'.repeat(32);
  let isVerified = false;
  const faults = await faultsAfter(async (tx) => {
    const { bands } = await tx
      .selectFrom('rounds as r')
      .innerJoin('multiplier_tables as t', 't.id', 'r.multiplier_table_id')
      .where('r.id', '=', flown)
      .select('t.bands')
      .executeTakeFirstOrThrow();
    const drawn = crashPoint(seed, flown, bands as never);
    await sql`update rounds set seed = decode(${seed}, 'hex'), hash = ${seedHash(seed)},
      drawn_hundredths = ${drawn}, multiplier_hundredths = ${drawn} where id = ${flown}`.execute(
      tx,
    );
    const { isSeedRight, isTableRight, isMultiplierRight } = await verifyRound(tx, flown);
    isVerified = isSeedRight && isTableRight && isMultiplierRight;
  });
  expect(isVerified).toBe(true);
  expect(faults).toEqual([changed(`round ${flown}`)]);
});

test.each(['bands', 'hash', 'actor_id', 'created_at', 'reason', 'built_in_millionths'])(
  'a changed %s of a version of the table is found',
  async (column) => {
    const values = {
      bands: "'[]'",
      hash: "'x'",
      actor_id: '1',
      created_at: 'now()',
      reason: "'Another'",
      built_in_millionths: '970000',
    } as const;
    const value = sql.raw(values[column as keyof typeof values]);
    const faults = await faultsAfter((tx) =>
      sql`update multiplier_tables set ${sql.ref(column)} = ${value} where id = 2`.execute(tx),
    );
    expect(faults).toEqual([changed('multiplier table 2')]);
  },
);

test('a round that was removed is gone, and its end with it', async () => {
  const faults = await faultsAfter(async (tx) => {
    await sql`alter table round_operators drop constraint round_operators_round_id_fkey`.execute(
      tx,
    );
    await sql`delete from rounds where id = ${played}`.execute(tx);
  });
  expect(faults).toEqual([
    expect.stringMatching(`^round ${played} is gone since`),
    expect.stringMatching(`^the end of round ${played} is gone since`),
  ]);
});

test('a round that was slipped in among sealed ones is named', async () => {
  const faults = await faultsAfter((tx) =>
    sql`insert into rounds (id, source, state, seed, hash, multiplier_table_id, drawn_hundredths,
        multiplier_hundredths, ended_at, created_at, updated_at) overriding system value
      select -1, 'engine', 'crashed', seed, hash, multiplier_table_id, 200, 200, ended_at,
        created_at, updated_at from rounds where id = ${flown}`.execute(tx),
  );
  expect(faults).toEqual(['round -1 is in no seal']);
});

test('a round taken off the list of those that are still to be sealed is named', async () => {
  const open = await server.open();
  await sealRecords(app.db);
  const faults = await faultsAfter((tx) =>
    sql`delete from rounds_to_seal where round_id = ${open}`.execute(tx),
  );
  expect(faults).toEqual([
    `the list of bets of round ${open} is in no seal`,
    `the end of round ${open} is in no seal`,
    `the settlement of round ${open} is in no seal`,
  ]);
});

/** What of a round is sealed. */
async function sealedOf(round: bigint): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select record from seals where ${round} = any (ids) and (record like '%ended' or
      record in ('rounds', 'bets')) order by array_position(
        array['rounds', 'bets', 'rounds_ended', 'bets_ended'], record)`.execute(app.db);
  return rows.map(({ record }) => record);
}

test('each part of a round is sealed when it is over, and no other round waits for one', async () => {
  const slow = await server.open();
  await server.place(slow, someBets());
  const early = await server.open();
  await sealRecords(app.db);
  expect(await sealedOf(slow)).toEqual(['rounds']);
  await server.start(slow);
  await sealRecords(app.db);
  expect(await sealedOf(slow)).toEqual(['rounds', 'bets']);
  await server.crash(slow, 200, false);
  const later = await play();
  await sealRecords(app.db);
  expect(await sealedOf(slow)).toEqual(['rounds', 'bets', 'rounds_ended']);
  expect(await sealedOf(later)).toEqual(['rounds', 'bets', 'rounds_ended', 'bets_ended']);
  await app.call(rounds.settle, { token: root.token, body: { roundId: slow } });
  await sealRecords(app.db);
  expect(await sealedOf(slow)).toEqual(['rounds', 'bets', 'rounds_ended', 'bets_ended']);
  expect(await sealedOf(early)).toEqual(['rounds']);
});

test('two nodes that seal at the same time seal everything, and nothing twice', async () => {
  const node = await otherNode(app);
  for (let count = 0; count < 105; count++) await server.open();
  await sql`update rounds set state = 'void', ended_at = now()
    where state = 'betting' and source = 'game'`.execute(app.db);
  await sql`select settle_round(id, null) from rounds
    where state = 'void' and not bets_have_ended`.execute(app.db);
  const before = await newestSeals(app.db);
  await Promise.all([app, node, app, node].map(({ db }) => sealRecords(db)));
  // Who finds another one at work leaves the rest to it.
  await sealRecords(app.db);
  await node.close();
  const { rows } = await sql<{ record: string; sealed: number; once: number }>`
    select record, count(*)::int as sealed, count(distinct id)::int as once
    from seals, unnest(ids) id where record in ('rounds', 'bets', 'rounds_ended', 'bets_ended')
    group by record`.execute(app.db);
  const { rows: all } = await sql<{ count: number }>`
    select count(*)::int as count from rounds`.execute(app.db);
  expect(rows).toHaveLength(4);
  const count = all[0]?.count;
  for (const { record, ...found } of rows)
    expect(found, record).toEqual({ sealed: count, once: count });
  const positionOf = (seals: typeof before) =>
    seals.find(({ record }) => record === 'bets_ended')?.position ?? 0n;
  expect(positionOf(await newestSeals(app.db))).toBeGreaterThan(positionOf(before) + 2n);
});
