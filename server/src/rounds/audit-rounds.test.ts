import { crashPoint } from '@pitboss/engine/crash-point';
import { seedHash } from '@pitboss/engine/seed-hash';
import { tableHash } from '@pitboss/engine/table-hash';
import { makeSuper } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { auditAll } from '../reports/audit-all.ts';
import { makeGame } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { tampered } from '../test/tampered.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditRounds } from './audit-rounds.ts';
import { openRound } from './open-round.ts';
import { voidRound } from './round-steps.ts';

let app: TestApp;
let old: bigint;
let voided: bigint;
const band = { minHundredths: 150, maxHundredths: 900, probabilityMillionths: 900_000 };

beforeAll(async () => {
  app = await testApp();
  const server = await makeGame(app, await makeSuper(app));
  old = await server.open();
  await server.start(old);
  await server.crash(old, 200);
  await sql`insert into multiplier_tables (bands, hash) values
    (${JSON.stringify([{ id: 1, ...band }])}::jsonb, ${tableHash([band])})`.execute(app.db);
  const terms = { source: 'engine', bettingMs: 1_000, doublingMs: 1_000 } as const;
  voided = (await inTransaction(app.db, (tx) => openRound(tx, terms, anyReturn))).id;
  await inTransaction(app.db, (tx) => voidRound(tx, voided));
  await sealRecords(app.db);
});

afterAll(() => app.close());

const faultsAfter = (tamper: (tx: Tx) => Promise<unknown>) => tampered(app, tamper, auditRounds);

test('rounds of both tables are as they were drawn', async () => {
  expect(await auditRounds(app.db)).toEqual([]);
});

/** A seed by which the old round would have come out otherwise. */
async function anotherSeed(): Promise<string> {
  const { drawn } = await app.db
    .selectFrom('rounds')
    .select('drawn_hundredths as drawn')
    .where('id', '=', old)
    .executeTakeFirstOrThrow();
  const [one, two] = ['01'.repeat(32), '02'.repeat(32)];
  expect(crashPoint(one, old, [])).not.toBe(crashPoint(two, old, []));
  return crashPoint(one, old, []) === drawn ? two : one;
}

test('another seed is found, and another hash', async () => {
  const seed = await anotherSeed();
  const withSeed = await faultsAfter((tx) =>
    sql`update rounds set seed = decode(${seed}, 'hex') where id = ${old}`.execute(tx),
  );
  expect(withSeed).toEqual([
    `round ${old} does not have the hash of its seed`,
    `round ${old} was drawn otherwise than its seed and its table say`,
  ]);
  const withHash = await faultsAfter((tx) =>
    sql`update rounds set hash = repeat('0', 64) where id = ${old}`.execute(tx),
  );
  expect(withHash).toEqual([`round ${old} does not have the hash of its seed`]);
});

test('another drawn multiplier is found, of a void round too', async () => {
  const faults = await faultsAfter((tx) =>
    sql`update rounds set drawn_hundredths = drawn_hundredths + 1 where id = ${voided}`.execute(tx),
  );
  expect(faults).toEqual([`round ${voided} was drawn otherwise than its seed and its table say`]);
});

test.each([
  ['others', JSON.stringify([{ ...band, maxHundredths: 899 }])],
  ['such as nothing can be drawn from', JSON.stringify([{ ...band, probabilityMillionths: 2e6 }])],
])('a table whose bands became %s is found', async (_, bands) => {
  const faults = await faultsAfter((tx) =>
    sql`update multiplier_tables set bands = ${bands}::jsonb where id = 2`.execute(tx),
  );
  expect(faults[0]).toBe('multiplier table 2 does not have the hash of its bands');
});

test('all rounds are drawn again, more than one step of them', async () => {
  const seed = '07'.repeat(32);
  const count = 5_100;
  const ids = Array.from({ length: count }, (_, index) => voided + 10n + BigInt(index));
  const drawn = ids.map((id) => crashPoint(seed, id, []));
  const fill = (tx: Tx) =>
    sql`insert into rounds (id, source, service_key_id, ref, state, seed, hash,
        multiplier_table_id, drawn_hundredths, ended_at, created_at, updated_at)
      overriding system value
      select i.id, 'game', r.service_key_id, i.id::text, 'void', decode(${seed}, 'hex'),
        ${seedHash(seed)}, 1, i.drawn, now(), now(), now()
      from unnest(${ids}::bigint[], ${drawn}::int[]) i (id, drawn), rounds r
      where r.id = ${old}`.execute(tx);
  expect(await faultsAfter(fill)).toEqual([]);
  const last = ids.at(-1) ?? 0n;
  const faults = await faultsAfter(async (tx) => {
    await fill(tx);
    await sql`update rounds set drawn_hundredths = drawn_hundredths + 1
      where id = ${last}`.execute(tx);
  });
  expect(faults).toEqual([`round ${last} was drawn otherwise than its seed and its table say`]);
});

test('seed, hash and crash point that agree are found by the seals, in one audit of all', async () => {
  const seed = '5e'.repeat(32);
  const drawn = crashPoint(seed, old, []);
  const tamper = (tx: Tx) =>
    sql`update rounds set seed = decode(${seed}, 'hex'), hash = ${seedHash(seed)},
      drawn_hundredths = ${drawn} where id = ${old}`.execute(tx);
  expect(await faultsAfter(tamper)).toEqual([]);
  expect(await auditAll(app.db)).toEqual([]);
  await sql`alter table rounds disable trigger user`.execute(app.db);
  const before = await sql<{ seed: Buffer; hash: string; drawn: number }>`
    select seed, hash, drawn_hundredths as drawn from rounds where id = ${old}`.execute(app.db);
  await inTransaction(app.db, tamper);
  expect(await auditAll(app.db)).toEqual([`round ${old} was changed since it was put into seal 1`]);
  const { seed: was, hash, drawn: point } = before.rows[0] ?? {};
  await sql`update rounds set seed = ${was}, hash = ${hash}, drawn_hundredths = ${point}
    where id = ${old}`.execute(app.db);
  await sql`alter table rounds enable trigger user`.execute(app.db);
});
