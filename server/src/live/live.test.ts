import { auth } from '@pitboss/contract/auth';
import { live } from '@pitboss/contract/live';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { askWithdrawal, decide } from '../test/cashier.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { type LiveReader, readLive } from '../test/live-reader.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let address: string;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  address = await app.http.listen({ port: 0 });
});

afterAll(() => app.close());

async function watch(
  { token }: { token: string },
  options: Partial<Parameters<typeof readLive>[1]> & { at?: string } = {},
): Promise<LiveReader> {
  const { at = address, ...rest } = options;
  const reader = await readLive(at, { token, ...rest });
  onTestFinished(() => reader.leave());
  return reader;
}

async function bet({ token }: TestPerson, stake: bigint): Promise<void> {
  expect((await app.call(player.placeBet, { token, body: { stake } })).status).toBe(201);
}

async function lastUse({ token }: { token: string }): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select last_used_at as at from sessions
    where token_hash = sha256(${token}::bytea)`.execute(app.db);
  return rows[0]?.at;
}

test('a panel is told of the round, of its own money and of maintenance', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const client = await makeUser(app, admin, { balance: 5_000n });
  const panel = await watch(admin);
  expect(panel.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(panel.response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(panel.response.headers.get('x-content-type-options')).toBe('nosniff');
  const first = await panel.until(({ wallets }) => wallets !== undefined);
  expect(first.wallets).toEqual([{ currency: 'USD', balance: 5_000n, exposure: 0n }]);
  const round = await openFlight(app, 250);
  await bet(client, 300n);
  const betting = await panel.until(({ play }) => play?.[0]?.bets === 1);
  expect(betting.round).toMatchObject({ round, state: 'betting', multiplier: null });
  const stake = { currency: 'USD', bets: 1, stakes: 300n };
  expect(betting.play).toEqual([{ ...stake, cashouts: 0n, exposure: -300n }]);
  expect(betting.wallets).toMatchObject([{ exposure: -300n }]);
  await takeOff(app, round, 120);
  const flying = await panel.until((state) => state.round?.state === 'flying');
  expect(flying.round?.startedAt).toBeInstanceOf(Date);
  expect(flying.round?.multiplier).toBeNull();
  await land(app, round);
  const crashed = await panel.until(({ play }) => play?.[0]?.exposure === 0n);
  expect(crashed.round).toMatchObject({ state: 'crashed', multiplier: 250 });
  expect(crashed.play).toEqual([{ ...stake, cashouts: 0n, exposure: 0n }]);
  const body = { userId: client.id, amount: 700n };
  const deposit = { token: admin.token, params: { id: client.id }, body };
  expect((await app.call(transactions.deposit, deposit)).status).toBe(200);
  await panel.until(({ wallets }) => wallets?.[0]?.balance === 4_300n);
  for (const isMaintenance of [true, false]) {
    await app.call(maintenance.set, { token: root.token, body: { isMaintenance } });
    await panel.until((state) => state.isMaintenance === isMaintenance);
  }
});

test('nobody is told of another branch, and demo accounts count for nobody', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const deep = await makeDeepAdmin(app, admin, 5_000n);
  const stranger = await makeAdmin(app, root, { balance: 10_000n });
  const [near, far] = [await makeUser(app, admin), await makeUser(app, deep)];
  for (const [operator, client] of [[admin, near] as const, [deep, far] as const]) {
    const body = { userId: client.id, amount: 1_000n };
    await app.call(transactions.deposit, {
      token: operator.token,
      params: { id: client.id },
      body,
    });
  }
  const toy = await makeUser(app, admin, { isDemo: true, balance: 1_000n });
  const [ofAdmin, ofDeep, ofStranger, ofRoot] = [
    await watch(admin),
    await watch(deep),
    await watch(stranger),
    await watch(root),
  ];
  const round = await openFlight(app, 250);
  for (const client of [near, far, toy]) await bet(client, 100n);
  await askWithdrawal(app, near, 200n);
  await askWithdrawal(app, far, 300n);
  const all = { bets: 2, stakes: 200n };
  const seen = await ofAdmin?.until(
    ({ play, pending }) => play?.[0]?.bets === 2 && pending?.[0]?.count === 2,
  );
  expect([seen?.play, seen?.pending]).toMatchObject([[all], [{ withdraw: 500n, deposit: 0n }]]);
  const below = await ofDeep?.until(
    ({ play, pending }) => play?.length === 1 && pending?.length === 1,
  );
  expect([below?.play, below?.pending]).toMatchObject([
    [{ bets: 1 }],
    [{ count: 1, withdraw: 300n }],
  ]);
  const top = await ofRoot?.until(({ pending }) => pending?.[0]?.count === 2);
  expect(top?.play).toMatchObject([all]);
  const asked = await app.call(live.now, { token: stranger.token });
  for (const { play, pending } of [ofStranger?.state ?? {}, asked.data]) {
    expect([play, pending]).toEqual([[], []]);
  }
  await decide(app, admin, top?.pending?.[0]?.newest ?? 0n, 'failed');
  await ofAdmin?.until(({ pending }) => pending?.[0]?.count === 1);
  await ofDeep?.until(({ pending }) => pending?.length === 0);
  await takeOff(app, round, 120);
  await land(app, round);
});

test('a panel on another node is told as well', async () => {
  const node = await otherNode(app);
  onTestFinished(() => node.http.close().then(() => node.db.destroy()));
  const at = await node.http.listen({ port: 0 });
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const panel = await watch(admin, { at });
  expect(panel.response.status).toBe(200);
  await panel.until(({ wallets }) => wallets?.[0]?.balance === 1_000n);
  await makeUser(app, admin, { balance: 400n });
  await panel.until(({ wallets }) => wallets?.[0]?.balance === 600n);
  // A node that closes sends its panels elsewhere, and does not wait for them.
  await node.http.close();
  await panel.ended;
});

test('it ends with the session: signed out, locked, or given a new password', async () => {
  const ways: Record<string, (one: TestPerson) => Promise<{ status: number }>> = {
    'signed out': ({ token }) => app.call(auth.logout, { token }),
    locked: ({ id }) =>
      app.call(users.update, { token: root.token, params: { id }, body: { status: 'locked' } }),
    'a new password': ({ id }) =>
      app.call(users.changePasswordByParent, {
        token: root.token,
        body: { userId: id, parentPassword: password, newPassword: 'Another-horse-2' },
      }),
  };
  for (const [way, end] of Object.entries(ways)) {
    const admin = await makeAdmin(app, root);
    const panel = await watch(admin);
    await panel.until(({ at }) => at !== undefined);
    expect([way, (await end(admin)).status]).toEqual([way, 200]);
    await panel.ended;
    expect([way, (await watch(admin)).response.status]).toEqual([way, 401]);
  }
});

test('to watch is no use of the session', async () => {
  const admin = await makeAdmin(app, root);
  await sql`update sessions set last_used_at = now() - interval '20 minutes'
    where user_id = ${admin.id}`.execute(app.db);
  const before = await lastUse(admin);
  const panel = await watch(admin);
  await panel.until(({ at }) => at !== undefined);
  expect(await lastUse(admin)).toEqual(before);
  await sql`update sessions set last_used_at = now() - interval '31 minutes'
    where user_id = ${admin.id}`.execute(app.db);
  await panel.ended;
});

test('who must not call is refused in plain words, and a session has so many panels', async () => {
  const client = await makeUser(app, root);
  expect((await watch(client)).response.status).toBe(403);
  expect((await watch({ token: 'x'.repeat(43) })).response.status).toBe(401);
  const admin = await makeAdmin(app, root);
  const panels: LiveReader[] = [];
  for (let n = 0; n < 8; n++) panels.push(await watch(admin));
  expect(panels.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  const refused = await watch(admin);
  expect(refused.response.status).toBe(429);
  expect(await refused.response.json()).toMatchObject({ status: 'error' });
  expect((await app.call(live.now, { token: admin.token })).status).toBe(200);
  const second = { token: await openTestSession(app, admin.id) };
  expect((await watch(second)).response.status).toBe(200);
  panels[0]?.leave();
  await expect.poll(async () => (await watch(admin)).response.status).toBe(200);
});
