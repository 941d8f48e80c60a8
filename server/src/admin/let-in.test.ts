import { auth } from '@pitboss/contract/auth';
import { clients } from '@pitboss/contract/clients';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  openTestSession,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveFactor } from '../test/second-factor.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let anna: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  anna = await makeAdmin(app, root, { username: 'anna', balance: 10_000n });
});

/** Closing it proves that the books balance. */
afterAll(() => app.close());

const admin = (...words: string[]) => runCommand('admin/main', words, { DATABASE_URL: app.url });

const signIn = (username: string, given = password, address = '198.51.100.1') =>
  app.call(auth.login, {
    body: { username, password: given },
    headers: { 'x-forwarded-for': address },
  });

/** The first pauses are seconds, which may be over before a busy machine asks again. */
const lengthenPauses = () =>
  sql`update sign_in_failures set blocked_until = blocked_until + interval '15 minutes'
    where blocked_until > last_failed_at`.execute(app.db);

async function recorded(verb: string) {
  return app.db
    .selectFrom('audit_events')
    .select(['outcome', 'target_id', 'before', 'after', 'message', 'actor_id'])
    .where('action', '=', `admin.${verb}`)
    .orderBy('id')
    .execute();
}

const wallets = async () =>
  (await sql`select id, balance_minor, entry_count from accounts order by id`.execute(app.db)).rows;

describe('reset-password', () => {
  test('prints a password once, which opens the door, and ends the sessions', async () => {
    const before = await wallets();
    const { code, output } = await admin('reset-password', 'ANNA', '--yes');
    expect(code).toBe(0);
    const [, made = ''] = /^The password of anna is now: (\S{23})$/m.exec(output) ?? [];
    expect(made).toMatch(/^([2-9a-z]{5}-){3}[2-9a-z]{5}$/);
    expect((await app.call(users.balance, { token: anna.token })).status).toBe(401);
    expect((await signIn('anna')).status).toBe(401);
    expect((await signIn('anna', made)).status).toBe(200);
    expect(await wallets()).toEqual(before);
    const events = await recorded('reset-password');
    expect(events).toMatchObject([
      {
        outcome: 'done',
        actor_id: null,
        target_id: anna.id,
        after: { password: 'reset by an administrator' },
      },
    ]);
    expect(JSON.stringify(events, (_, value) => String(value))).not.toContain(made);
  });

  test('a call that comes meanwhile is before it or after it', async () => {
    const bea = await makeAdmin(app, root, { username: 'bea', balance: 10_000_000n });
    const client = await makeUser(app, bea);
    const resetting = admin('reset-password', 'bea', '--yes');
    const statuses: number[] = [];
    let isOver = false;
    resetting.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const paid = await app.call(transactions.deposit, {
        token: bea.token,
        params: { id: client.id },
        raw: { amount: 1 },
        headers: { 'idempotency-key': `meanwhile-${statuses.length}` },
      });
      statuses.push(paid.status);
    }
    expect((await resetting).code).toBe(0);
    const firstRefused = statuses.indexOf(401);
    const paid = firstRefused < 0 ? statuses : statuses.slice(0, firstRefused);
    expect(paid.filter((status) => status >= 300)).toEqual([]);
    if (firstRefused >= 0) expect(new Set(statuses.slice(firstRefused))).toEqual(new Set([401]));
    expect((await app.call(users.balance, { token: bea.token })).status).toBe(401);
    const balance = await sql<{ minor: bigint }>`select balance_minor as minor from accounts
      where user_id = ${client.id} and kind = 'wallet'`.execute(app.db);
    expect(balance.rows[0]?.minor).toBe(100n * BigInt(paid.length));
  });

  test('forgets wrong tries, and leaves the second factor and a lock alone', async () => {
    const cleo = await makeAdmin(app, root, { username: 'cleo' });
    await giveFactor(app, cleo);
    await setStatus(app, cleo, 'locked');
    for (let tries = 0; tries < 6; tries++) await signIn('cleo', 'wrong password');
    await lengthenPauses();
    expect((await signIn('cleo')).status).toBe(429);
    const { output } = await admin('reset-password', 'cleo', '--yes');
    const [, made = ''] = /now: (\S+)/.exec(output) ?? [];
    expect((await signIn('cleo', made)).status).toBe(403);
    await setStatus(app, cleo, 'active');
    expect((await signIn('cleo', made)).errors).toHaveProperty('code');
  });

  test('a wrong name, a deleted account and a missing yes change nothing', async () => {
    const gone = await makeAdmin(app, root, { username: 'gone' });
    await markDeleted(app, gone);
    const before = await app.db.selectFrom('users').select(['id', 'password_hash']).execute();
    expect(await admin('reset-password', 'ann')).toEqual({
      code: 1,
      output: 'There is no account ann.\n',
    });
    const deleted = await admin('reset-password', 'gone', '--yes');
    expect([deleted.code, deleted.output]).toEqual([
      1,
      expect.stringContaining('gone is deleted: its operator can restore it'),
    ]);
    const unsure = await admin('reset-password', 'anna');
    expect([unsure.code, unsure.output]).toEqual([
      2,
      expect.stringContaining('The password of anna is about to be replaced.'),
    ]);
    expect(await app.db.selectFrom('users').select(['id', 'password_hash']).execute()).toEqual(
      before,
    );
  });
});

describe('unlock', () => {
  test('lifts a lock, with the reason on record', async () => {
    const dora = await makeAdmin(app, root, { username: 'dora' });
    const body = { status: 'locked' as const, reason: 'Asked for it' };
    await app.call(clients.setStatus, { token: root.token, params: { id: dora.id }, body });
    expect((await signIn('dora')).status).toBe(403);
    expect(await admin('unlock', 'Dora', '--reason', 'Known by voice')).toEqual({
      code: 0,
      output: 'The lock of dora is lifted.\nNo wrong sign-in held it up.\n',
    });
    expect((await signIn('dora')).status).toBe(200);
    expect((await recorded('unlock')).at(-1)).toMatchObject({
      target_id: dora.id,
      before: { status: 'locked' },
      after: { status: 'active', reason: 'Known by voice' },
    });
  });

  test('forgets what wrong sign-ins hold up: by name, by place and by address', async () => {
    const address = '203.0.113.9';
    for (let tries = 0; tries < 6; tries++) await signIn('anna', 'wrong password', address);
    await lengthenPauses();
    expect((await signIn('anna', password, address)).status).toBe(429);
    const lifted = await admin('unlock', 'anna');
    expect(lifted.output).toBe('anna was not locked.\nIts wrong sign-ins are forgotten.\n');
    expect((await signIn('anna', password, address)).status).toBe(401);
    for (let tries = 0; tries < 40; tries++) await signIn(`nobody${tries}`, 'wrong', address);
    await lengthenPauses();
    await admin('unlock', 'anna');
    expect((await signIn('anna', password, address)).status).toBe(429);
    expect((await admin('unlock', 'anna', '--address', address)).code).toBe(0);
    expect((await signIn('anna', password, address)).status).toBe(401);
  });

  test('a place and a browser that the account is known at are forgiven too', async () => {
    const emma = await makeAdmin(app, root, { username: 'emma' });
    await openTestSession(app, emma.id);
    await sql`update sessions set address = '192.0.2.5' where user_id = ${emma.id}`.execute(app.db);
    for (let tries = 0; tries < 6; tries++) await signIn('emma', 'wrong password', '192.0.2.5');
    await lengthenPauses();
    expect((await signIn('emma', password, '192.0.2.5')).status).toBe(429);
    await admin('unlock', 'emma');
    expect((await signIn('emma', password, '192.0.2.5')).status).toBe(200);

    const fromBrowser = (given: string, headers: Record<string, string>) =>
      app.call(auth.login, { body: { username: 'emma', password: given }, headers });
    const known = await fromBrowser(password, { 'sec-fetch-site': 'same-origin' });
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
    for (let tries = 0; tries < 6; tries++) await fromBrowser('wrong password', { cookie });
    await lengthenPauses();
    expect((await fromBrowser(password, { cookie })).status).toBe(429);
    await admin('unlock', 'emma');
    expect((await fromBrowser(password, { cookie })).status).toBe(200);
  });

  test('says who above still keeps it out, and what it does not understand', async () => {
    const above = await makeAdmin(app, root, { username: 'above' });
    await makeUser(app, above, { username: 'below' });
    await setStatus(app, above, 'locked');
    expect(await admin('unlock', 'below')).toEqual({
      code: 1,
      output:
        'below was not locked.\nNo wrong sign-in held it up.\n' +
        'It still cannot sign in: its operator above is locked.\n',
    });
    expect(await admin('unlock', 'nobody')).toEqual({
      code: 1,
      output: 'There is no account nobody.\n',
    });
    const { code, output } = await admin('unlock', 'below', '--address', 'the office');
    expect([code, output]).toEqual([64, expect.stringContaining('is no address of a network')]);
  });
});
