import { transactions } from '@pitboss/contract/transactions';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { tampered } from '../test/tampered.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditSeals, hasSeal, newestSeals } from './audit-seals.ts';
import { recordEvent } from './record-event.ts';
import { sealRecords } from './seal-records.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 500n });
  for (let round = 0; round < 4; round++) {
    await deposit();
    await sealRecords(app.db);
  }
});

afterAll(() => app.close());

async function deposit(): Promise<void> {
  const given = { token: root.token, params: { id: client.id }, body: { amount: 100n } };
  expect((await app.call(transactions.deposit, given)).status).toBe(200);
}

beforeEach(async () => {
  expect(await auditSeals(app.db)).toEqual([]);
});

async function newestId(table: 'audit_events' | 'transfers' | 'entries'): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select max(id) as id from ${sql.table(table)}`.execute(app.db);
  return rows[0]?.id ?? 0n;
}

const faultsAfter = (tamper: (tx: Tx) => Promise<unknown>) => tampered(app, tamper, auditSeals);

const columns = {
  audit_events: {
    at: "at + interval '1 microsecond'",
    actor_id: 'actor_id + 1',
    actor_name: "'another'",
    actor_role: "'USER'",
    address: "'10.0.0.1'",
    request_id: "'x'",
    action: "'users.add'",
    target_kind: "'bank'",
    target_id: '0',
    before: "'{}'",
    after: "'{}'",
    outcome: "'refused'",
    message: "message || ' '",
  },
  transfers: {
    kind: "'withdraw'",
    from_account_id: '1',
    to_account_id: '2',
    actor_id: 'actor_id + 1',
    amount_minor: 'amount_minor + 1',
    remarks: "'gift'",
    idempotency_key: "'k'",
    created_at: "created_at + interval '1 microsecond'",
  },
};

test.each(
  Object.entries(columns).flatMap(([table, changes]) =>
    Object.entries(changes).map(([column, value]) => ({ table, column, value })),
  ),
)('a changed $column of $table is found, and the row is named', async (changed) => {
  const { table, column, value } = changed as { table: keyof typeof columns } & typeof changed;
  const id = (await newestId(table)) - 1n;
  const name = table === 'transfers' ? 'transfer' : 'audit event';
  const faults = await faultsAfter((tx) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(value)} where id = ${id}`.execute(
      tx,
    ),
  );
  expect(faults).toEqual([
    expect.stringMatching(`^${name} ${id} was changed since it was put into seal \\d+$`),
  ]);
});

test.each(['amount_minor', 'balance_after_minor', 'sequence', 'account_id'])(
  "a changed %s of an entry is found by its transfer's seal",
  async (column) => {
    const id = await newestId('entries');
    const faults = await faultsAfter((tx) =>
      sql`update ${sql.table('entries')} set ${sql.ref(column)} = ${sql.ref(column)} + 7 where id = ${id}`.execute(
        tx,
      ),
    );
    expect(faults).toEqual([expect.stringMatching(/^transfer \d+ was changed since/)]);
  },
);

test('a row that was removed is named, and of several the first', async () => {
  const id = await newestId('audit_events');
  const faults = await faultsAfter((tx) =>
    sql`delete from audit_events where id in (${id}, ${id - 1n})`.execute(tx),
  );
  expect(faults).toEqual([expect.stringMatching(`^audit event ${id - 1n} is gone since`)]);
});

test('a row that was slipped in among sealed ones is named', async () => {
  const id = await newestId('audit_events');
  await sql`select setval('audit_events_id_seq', ${id + 10n})`.execute(app.db);
  await deposit();
  await sealRecords(app.db);
  const faults = await faultsAfter(async (tx) => {
    // An hour later nobody waits any more for the ids that were passed over.
    await sql`delete from unsealed_gaps`.execute(tx);
    await sql`insert into audit_events
      (id, actor_name, address, request_id, action, outcome, message) overriding system value
      values (${id + 5n}, 'x', 'x', 'x', 'x', 'done', 'x')`.execute(tx);
  });
  expect(faults).toEqual([`audit event ${id + 5n} is in no seal`]);
});

test('with the row its digest is changed too: the seal is named', async () => {
  const [seal] = await newestSeals(app.db);
  const faults = await faultsAfter((tx) =>
    sql`update seals set digests = substr(digests, 1, 15) || '\\x00' || substr(digests, 17)
      where record = ${seal?.record ?? ''} and position = ${(seal?.position ?? 0n) - 1n}`.execute(
      tx,
    ),
  );
  const broken = `seal ${(seal?.position ?? 0n) - 1n} of audit_events is not the one that was made`;
  expect(faults[0]).toBe(broken);
});

test('a chain cut off at its end is whole, but a seal that was written down tells', async () => {
  const seals = await newestSeals(app.db);
  const [seal] = seals;
  if (!seal) throw new Error('Nothing is sealed.');
  const records = ['audit_events', 'multiplier_tables', 'transfers'];
  expect(seals.map(({ record }) => record)).toEqual(records);
  expect(await hasSeal(app.db, seal)).toBe(true);
  const tx = await openTransaction(app.db);
  await sql`alter table seals disable trigger user`.execute(tx);
  await sql`delete from seals where record = ${seal.record} and position = ${seal.position}`.execute(
    tx,
  );
  expect(await hasSeal(tx, seal)).toBe(false);
  await tx.rollback().execute();
});

test('an event whose transaction ends late is sealed late, and nothing is sealed twice', async () => {
  const late = await openTransaction(app.db);
  const event = {
    actor: null,
    actorName: 'late',
    origin: { address: 'x', requestId: 'x' },
    action: 'test',
    change: null,
    outcome: 'done' as const,
    message: 'late',
  };
  await recordEvent(late, event);
  await deposit();
  await sealRecords(app.db);
  const gaps = await app.db.selectFrom('unsealed_gaps').selectAll().execute();
  expect(gaps.filter(({ record }) => record === 'audit_events')).not.toEqual([]);
  await late.commit().execute();
  await Promise.all([sealRecords(app.db), sealRecords(app.db), sealRecords(app.db)]);
  const { rows } = await sql<{ sealed: bigint; events: bigint }>`
    select (select count(*) from (select unnest(ids) from seals where record = 'audit_events') s)
      as sealed, (select count(*) from audit_events) as events`.execute(app.db);
  expect(rows[0]?.sealed).toBe(rows[0]?.events);
  expect(await auditSeals(app.db)).toEqual([]);
});

test('of 20,000 events one that was changed is found', async () => {
  await sql`insert into audit_events (actor_name, address, request_id, action, outcome, message)
    select 'many', '10.0.0.1', n::text, 'test', 'done', 'Number ' || n
    from generate_series(1, 20000) n`.execute(app.db);
  await sealRecords(app.db);
  const id = (await newestId('audit_events')) - 12_345n;
  const faults = await faultsAfter((tx) =>
    sql`update audit_events set message = 'Another' where id = ${id}`.execute(tx),
  );
  expect(faults).toEqual([expect.stringMatching(`^audit event ${id} was changed`)]);
});
