import { auth } from '@pitboss/contract/auth';
import { clients as clientCalls } from '@pitboss/contract/clients';
import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSeals } from '../audit/audit-seals.ts';
import { sealRecords } from '../audit/seal-records.ts';
import { auditAll } from '../reports/audit-all.ts';
import { account, askDeposit, askWithdrawal, decide, makeBank } from '../test/cashier.ts';
import { tampered } from '../test/tampered.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let asha: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  asha = await makeUser(app, admin, { username: 'Asha.V', name: 'Asha Verma', balance: 5_000n });
  const bankId = await makeBank(app, admin);
  const paid = await askDeposit(app, asha, bankId, 700n);
  await decide(app, admin, paid.data._id, 'success');
  const asked = await askWithdrawal(app, asha, 1_000n);
  await decide(app, admin, asked.data._id, 'success');
  const headers = { 'user-agent': 'A browser of Asha' };
  await app.call(player.login, { body: { username: 'asha.v', password }, headers });
  await app.call(player.login, { body: { username: 'asha.v', password: 'Wrong@12345' } });
  const { token } = admin;
  const params = { id: asha.id };
  const note = { text: 'Asha Verma called from 0171 555' };
  expect((await app.call(clientCalls.addNote, { token, params, body: note })).status).toBe(200);
  await fund(300n, 'For Asha Verma');
});

afterAll(() => app.close());

const erase = (...words: string[]) =>
  runCommand('admin/main', ['erase', ...words], { DATABASE_URL: app.url });

async function fund(amount: bigint, remarks: string): Promise<void> {
  const given = { token: admin.token, params: { id: asha.id }, body: { amount, remarks } };
  expect((await app.call(transactions.deposit, given)).status).toBe(200);
}

async function empty(): Promise<void> {
  const { rows } = await sql<{ balance: bigint }>`select balance_minor as balance from accounts
    where user_id = ${asha.id} and kind = 'wallet'`.execute(app.db);
  const body = { amount: rows[0]?.balance ?? 0n };
  const given = { token: admin.token, params: { id: asha.id }, body };
  expect((await app.call(transactions.withdraw, given)).status).toBe(200);
}

/** Every table that still has one of these words, whichever column it is in. */
async function tablesWith(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(app.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} t
      where lower(t::text) like any(${words.map((word) => `%${word.toLowerCase()}%`)}::text[])
      limit 1`.execute(app.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** What the ledger says of money, without the words. */
async function money() {
  const { rows } = await sql`
    select a.user_id, a.kind, a.balance_minor, a.entry_count, e.id, e.transfer_id, e.amount_minor,
      e.balance_after_minor, e.created_at::text, t.kind, t.amount_minor as moved
    from accounts a left join entries e on e.account_id = a.id
    left join transfers t on t.id = e.transfer_id order by a.id, e.sequence`.execute(app.db);
  return rows;
}

const ledger = sql.table('transfers');
/** None of them can stand in a digest by chance, which is written in digits and a to f. */
const traces = ['asha', 'verma', 'A browser of', '0171 555'];

test('nobody is erased who has money or something open, nor SUPER, nor an operator with clients', async () => {
  expect((await erase('asha.v', '--yes')).output).toContain('it has 50.00 USD');
  const asked = await askWithdrawal(app, asha, 100n);
  const waiting = await erase('asha.v', '--yes');
  expect([waiting.code, waiting.output]).toEqual([1, expect.stringContaining('requests: 1')]);
  await decide(app, admin, asked.data._id, 'failed');
  expect((await erase('root', '--yes')).output).toContain('it is SUPER');
  expect((await erase(admin.username, '--yes')).output).toContain('accounts below it: 1');
  expect((await erase('nobody.here', '--yes')).output).toBe('There is no account nobody.here.\n');
});

test('nothing of the person is left anywhere, and its money rows are what they were', async () => {
  await empty();
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
  expect(await tablesWith(traces)).toEqual(
    expect.arrayContaining(['audit_events', 'client_notes', 'sessions', 'transfers', 'users']),
  );
  const before = await money();
  expect((await erase('asha.v')).output).toContain('Add --yes to go ahead.');
  const { code, output } = await erase('asha.v', '--yes');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`Erased account ${asha.id}: it is called erased-${asha.id} now.\n`),
  ]);
  expect(await tablesWith(traces)).toEqual([]);
  expect(await money()).toEqual(before);
  expect(await auditAll(app.db)).toEqual([]);
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
  const { rows: banks } = await sql`select client_bank ->> 'IBAN' as iban from cash_requests
    where user_id = ${asha.id} and client_bank is not null`.execute(app.db);
  expect(banks).toContainEqual({ iban: 'Erased' });
  expect(banks).not.toContainEqual({ iban: account.IBAN });
  const { rows } = await sql`select address, agent from sessions
    where user_id = ${asha.id} and (address <> '' or agent <> '')`.execute(app.db);
  expect(rows).toEqual([]);
});

test('the account is gone, its operator sees blanks, and the act is on record', async () => {
  const body = { username: 'asha.v', password };
  expect((await app.call(player.login, { body })).status).toBe(401);
  expect((await app.call(auth.login, { body })).status).toBe(401);
  expect((await app.call(player.me, { token: asha.token })).status).toBe(401);
  const { token } = admin;
  const shown = await app.call(transactions.listStatement, { token });
  expect(JSON.stringify(shown.body)).toContain(`erased-${asha.id}`);
  const { rows } = await sql`select actor_name, target_id, after ->> 'rows' as rows, message
    from audit_events where action = 'admin.erase' and outcome = 'done'`.execute(app.db);
  expect(rows).toEqual([
    {
      actor_name: expect.stringMatching(/^administrator ./),
      target_id: asha.id,
      rows: expect.stringMatching(/^[1-9]\d*$/),
      message: expect.stringContaining(`Erased account ${asha.id}`),
    },
  ]);
  expect((await erase(`erased-${asha.id}`, '--yes')).output).toContain('it is erased already');
});

test('what was blanked cannot be filled again, nor a change be called an erasure', async () => {
  const ofTransfers = sql`(select min(id) from erased_rows where record = 'transfers')`;
  const filled = await tampered(
    app,
    (tx) => sql`update ${ledger} set remarks = 'Other words' where id = ${ofTransfers}`.execute(tx),
    auditSeals,
  );
  expect(filled).toEqual([
    expect.stringMatching(/^transfer \d+ was changed since it was put into seal/),
    expect.stringMatching(/^transfer \d+ has remarks although they were erased/),
  ]);
  const called = await tampered(
    app,
    async (tx) => {
      await sql`alter table erased_rows disable trigger user`.execute(tx);
      const id = sql`(select min(id) from transfers where round_id is null and remarks <> '')`;
      const { rows } = await sql<{ id: bigint; was: Buffer }>`
        select d.id, d.digest as was from row_digests('transfers', array[${id}]) d`.execute(tx);
      await sql`update ${ledger} set remarks = '' where id = ${rows[0]?.id}`.execute(tx);
      await sql`insert into erased_rows (record, id, was, is_now, person_id)
        select 'transfers', d.id, ${rows[0]?.was}, d.digest, ${admin.id}::bigint
        from row_digests('transfers', array[${rows[0]?.id}::bigint]) d`.execute(tx);
    },
    auditSeals,
  );
  expect(called).toEqual([`the erasure of account ${admin.id} is not on record as it is`]);
});

test('an operator whose clients are gone is erased too, in events that were blanked before', async () => {
  await sql`update users set deleted_at = now() where id = ${asha.id}`.execute(app.db);
  const { rows } = await sql<{ balance: bigint }>`select balance_minor as balance from accounts
    where user_id = ${admin.id} and kind = 'wallet'`.execute(app.db);
  const body = { amount: rows[0]?.balance ?? 0n };
  const given = { token: root.token, params: { id: admin.id }, body };
  expect((await app.call(transactions.withdraw, given)).status).toBe(200);
  const { code } = await erase(admin.username, '--yes');
  expect(code).toBe(0);
  expect(await tablesWith([admin.username, ...traces])).toEqual([]);
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
});
