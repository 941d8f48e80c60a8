import { auth } from '@pitboss/contract/auth';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import { placeBets } from '../bets/place-bets.ts';
import { inTransaction } from '../db/transaction.ts';
import { findKnownSignIn } from '../demo/known-passwords.ts';
import { demoSignIns } from '../demo/people.ts';
import { pickClients } from '../demo/pick-clients.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { auditAll } from '../reports/audit-all.ts';
import { openRound } from '../rounds/open-round.ts';
import { usualRules } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let boss: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  const stopping = new AbortController().signal;
  await seedDemo(app.db, { betCount: 2_000, rtp: usualRules, say: () => {}, stopping });
  const [{ username, password }] = demoSignIns;
  const signedIn = await app.call(auth.login, { body: { username, password } });
  const { rows } = await sql<{ id: bigint }>`
    select id from users where role = 'SUPER'`.execute(app.db);
  root = { id: rows[0]?.id ?? 0n, username, token: signedIn.data.token };
});

afterAll(() => app.close());

const removeDemo = (...words: string[]) =>
  runCommand('admin/main', ['remove-demo', ...words], { DATABASE_URL: app.url });
const issue = (...words: string[]) =>
  runCommand('treasury', ['issue', ...words], { DATABASE_URL: app.url });

async function sumOf(kind: string, currency: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(balance_minor), 0)::bigint as sum from accounts
    where kind = ${kind} and currency = ${currency}`.execute(app.db);
  return rows[0]?.sum ?? 0n;
}

async function realMoney() {
  const { rows } = await sql<{ balance: bigint }>`
    select a.balance_minor as balance from accounts a
    where a.user_id in (${boss.id}, ${client.id}) and a.kind = 'wallet' order by a.user_id
    `.execute(app.db);
  return rows;
}

/** As the last node does that was stopped: somebody of the demo has a bet in it. */
async function leaveRound(): Promise<void> {
  const [somebody] = await pickClients(app.db, 1, { withDemo: true });
  const userId = somebody?.id ?? 0n;
  await inTransaction(app.db, async (tx) => {
    const terms = { source: 'engine', bettingMs: 1_000, doublingMs: 1_000 } as const;
    const { id } = await openRound(tx, terms, usualRules);
    const bet = { ref: null, userId, stakeMinor: 100n, autoHundredths: null };
    await placeBets(tx, id, { actorId: null, serviceKeyId: null }, [bet]);
  });
}

test('is refused while a real client stands below an operator of the demo', async () => {
  const { rows } = await sql<{ id: bigint; username: string }>`
    select id, username from users where username = 'admin3'`.execute(app.db);
  const [admin3] = rows;
  if (!admin3) throw new Error('The demo has its operators.');
  const mixed = await makeUser(app, { ...admin3, token: '' }, { username: 'mixed.up' });
  const { code, output } = await removeDemo('--yes');
  expect([code, output]).toEqual([1, expect.stringContaining('(mixed.up)')]);
  await sql`update users set deleted_at = now() where id = ${mixed.id}`.execute(app.db);
});

test('is refused where the demo’s own money went to real people, until it is made good', async () => {
  boss = await makeAdmin(app, root, { username: 'real.boss', currency: 'USD', balance: 50_000n });
  client = await makeUser(app, boss, { username: 'real.client', balance: 20_000n });
  const { rows } = await sql<{ spare: bigint }>`
    select balance_minor as spare from accounts
    where user_id = ${root.id} and kind = 'wallet' and currency = 'USD'`.execute(app.db);
  const { code, output } = await removeDemo('--yes');
  const [, lacking = ''] = /SUPER lacks USD (\d+\.\d\d) of/.exec(output) ?? [];
  expect([code, lacking]).toEqual([1, '500.00']);
  expect(rows[0]?.spare).toBeGreaterThan(0n);
  expect((await issue('USD', lacking)).code).toBe(0);
});

test('closes the demo, returns its money and leaves real people as they stand', async () => {
  expect((await removeDemo()).output).toContain('Add --yes to go ahead.');
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
  const before = await realMoney();
  // Real people go on meanwhile.
  let isOver = false;
  const playing = (async () => {
    const given = { token: boss.token, params: { id: client.id }, body: { amount: 100n } };
    for (let moves = 0; ; moves += 2) {
      if (isOver) return moves;
      expect((await app.call(transactions.deposit, given)).status).toBe(200);
      expect((await app.call(transactions.withdraw, given)).status).toBe(200);
    }
  })();
  await leaveRound();
  const events = await sql`select from audit_events`.execute(app.db);
  const { code, output } = await removeDemo('--yes');
  expect([code, output]).toEqual([0, expect.stringContaining('The demo was removed: ')]);
  isOver = true;
  expect(await playing).toBeGreaterThan(2);
  expect(await realMoney()).toEqual(before);
  const after = await sql`select from audit_events`.execute(app.db);
  expect(after.rows.length).toBeGreaterThan(events.rows.length);
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
  // All that was issued and is left is what real people have.
  expect(await sumOf('treasury', 'USD')).toBe(-50_000n);
  expect(await sumOf('wallet', 'USD')).toBe(50_000n);
  for (const currency of ['INR', 'PKR']) {
    for (const kind of ['treasury', 'house', 'wallet', 'stakes', 'withdrawals']) {
      expect([kind, await sumOf(kind, currency)]).toEqual([kind, 0n]);
    }
  }
  expect(await findKnownSignIn(app.db)).toBeUndefined();
  expect(await pickClients(app.db, 5, { withDemo: true })).toEqual([]);
  const [, renewed = ''] = /new password of super is (\S+) /.exec(output) ?? [];
  const signIn = (username: string, password: string) =>
    app.call(auth.login, { body: { username, password } });
  expect((await signIn('super', demoSignIns[0].password)).status).toBe(401);
  expect((await signIn('admin', demoSignIns[1].password)).status).toBe(401);
  const signedIn = await signIn('super', renewed);
  expect(signedIn.status).toBe(200);
  const { token } = signedIn.data;
  const listed = await app.call(users.list, { token });
  expect(listed.data.data.map((one) => one.username)).toEqual(['real.boss']);
  expect((await app.call(rounds.list, { token })).status).toBe(200);
  const more = { token: boss.token, params: { id: client.id }, body: { amount: 100n } };
  expect((await app.call(transactions.deposit, more)).status).toBe(200);
});

test('a second time there is no demo', async () => {
  const { code, output } = await removeDemo('--yes');
  expect([code, output]).toEqual([1, 'There is no demo in this database.\n']);
});
