import { makeAdmin, makeSuper, makeUser } from '@pitboss/testkit/people';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { ledgerDigest } from './digest.ts';
import { post, walletOf } from './post.ts';

let app: TestApp;
let clientId: bigint;
let adminId: bigint;

beforeAll(async () => {
  app = await testApp();
  const admin = await makeAdmin(app, await makeSuper(app), { balance: 100_000n });
  adminId = admin.id;
  clientId = (await makeUser(app, admin, { balance: 5_000n })).id;
  await deposit('a remark, with "quotes"');
});

afterAll(() => app.close());

function deposit(remarks: string) {
  return inTransaction(app.db, (tx) =>
    post(tx, {
      kind: 'deposit',
      from: walletOf(adminId),
      to: walletOf(clientId),
      currency: 'USD',
      amountMinor: 100n,
      actorId: adminId,
      remarks,
      idempotencyKey: null,
      field: 'amount',
    }),
  );
}

test('the digest of a ledger stays until money moves', async () => {
  const before = await ledgerDigest(app.db);
  expect(before).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(before.entries).toBe(before.transfers * 2);
  expect(await ledgerDigest(app.db)).toEqual(before);
  const url = new URL(app.url);
  url.searchParams.set('options', '-c timezone=Asia/Karachi');
  const elsewhere = openDatabase({ url: url.href.replaceAll('+', '%20') });
  expect(await ledgerDigest(elsewhere.db)).toEqual(before);
  await elsewhere.close();
  await deposit('');
  const after = await ledgerDigest(app.db);
  expect(after.sha256).not.toBe(before.sha256);
  expect(after).toMatchObject({ entries: before.entries + 2, transfers: before.transfers + 1 });
});

const changes = [
  ['entries', 'amount_minor = amount_minor + 1'],
  ['entries', 'balance_after_minor = balance_after_minor + 1'],
  ['entries', "created_at = created_at + interval '1 microsecond'"],
  ['entries', 'sequence = sequence + 1000'],
  ['transfers', "remarks = remarks || ' '"],
  ['transfers', "idempotency_key = ''"],
  ['transfers', 'amount_minor = amount_minor + 1'],
  ['transfers', "kind = 'withdraw'"],
  ['transfers', 'actor_id = null'],
  ['accounts', 'balance_minor = balance_minor + 1'],
  ['accounts', 'entry_count = entry_count + 1'],
] as const;

test.each(changes)('one row of %s changed by "%s" changes the digest', async (table, change) => {
  const before = await ledgerDigest(app.db);
  const { rows } = await sql<{ id: bigint; row: string }>`
    select id, to_json(t)::text as row from ${sql.raw(table)} t order by id desc limit 1
  `.execute(app.db);
  const last = rows[0]?.id;
  const column = sql.raw(change.split(' ')[0] ?? '');
  await withoutGuards(
    table,
    sql`update ${sql.raw(table)} set ${sql.raw(change)} where id = ${last}`,
  );
  const { sha256 } = await ledgerDigest(app.db);
  await withoutGuards(
    table,
    sql`update ${sql.raw(table)} t set ${column} = was.${column}
      from json_populate_record(null::${sql.raw(table)}, ${rows[0]?.row}::json) was
      where t.id = was.id`,
  );
  expect(sha256).not.toBe(before.sha256);
  expect(await ledgerDigest(app.db)).toEqual(before);
});

/** As somebody would who owns the tables and means to deceive. */
function withoutGuards(table: string, statement: RawBuilder<unknown>): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
    await statement.execute(tx);
    await sql.raw(`alter table ${table} enable trigger user`).execute(tx);
  });
}
