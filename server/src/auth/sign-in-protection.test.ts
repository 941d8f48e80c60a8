import { createHash, randomInt } from 'node:crypto';
import { auth } from '@pitboss/contract/auth';
import { makeAdmin, makeSuper, rehash, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDecidedCost } from '../test/password-cost.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

interface Given {
  username: string;
  password?: string;
  address?: string;
}

/** From another address each time, unless one is named: so only the name counts. */
function login({ username, password: given = 'Wrong-horse-1', address = anyAddress() }: Given) {
  const headers = { 'x-forwarded-for': address };
  return app.call(auth.login, { body: { username, password: given }, headers });
}

async function failFreely(username: string): Promise<void> {
  for (let round = 0; round < 5; round++) expect((await login({ username })).status).toBe(401);
  await keepPauses();
}

/** Pauses that are short at first shall not run out while a slow machine takes the next step. */
async function keepPauses(): Promise<void> {
  await sql`update sign_in_failures set blocked_until = blocked_until + interval '1 hour'
    where blocked_until > last_failed_at`.execute(app.db);
}

function pauseOf(reply: Reply): number {
  expect(reply.status).toBe(429);
  return Number(reply.headers['retry-after']);
}

/** How many seconds the name must wait that was tried last; none while its tries are free. */
async function latestPause(): Promise<number> {
  const { rows } = await sql<{ pause: number }>`
    select greatest(0, extract(epoch from blocked_until - last_failed_at))::int as pause
    from sign_in_failures where subject like 'name:%'
    order by last_failed_at desc limit 1`.execute(app.db);
  return rows[0]?.pause ?? 0;
}

/** Lets the pauses that run end, without waiting for them. */
async function endPauses(): Promise<void> {
  await sql`update sign_in_failures set blocked_until = now() - interval '1 second'`.execute(
    app.db,
  );
}

test('after five wrong tries the next one must wait, even with the right password', async () => {
  const { username } = await makeAdmin(app, root);
  await failFreely(username);
  const reply = await login({ username, password });
  expect(pauseOf(reply)).toBeGreaterThanOrEqual(1);
  expect(reply.body).toEqual({
    status: 'error',
    message: 'Too many wrong tries. Please wait and try again.',
  });
});

test('each further wrong try doubles the pause, up to fifteen minutes', async () => {
  const { username } = await makeAdmin(app, root);
  const pauses: number[] = [];
  for (let round = 0; round < 16; round++) {
    await endPauses();
    expect((await login({ username })).status).toBe(401);
    pauses.push(await latestPause());
  }
  expect(pauses.splice(0, 4)).toEqual([0, 0, 0, 0]);
  for (const [index, pause] of pauses.entries()) {
    const before = pauses[index - 1] ?? pause / 2;
    expect(pause).toBe(Math.min(before * 2, 900));
  }
  expect(pauses.at(-1)).toBe(900);
});

test('tries during the pause neither count nor make it longer', async () => {
  const { username } = await makeAdmin(app, root);
  await failFreely(username);
  const first = pauseOf(await login({ username }));
  for (let round = 0; round < 10; round++) {
    expect(pauseOf(await login({ username }))).toBeLessThanOrEqual(first);
  }
  await endPauses();
  expect((await login({ username, password })).status).toBe(200);
});

test('many tries at the same time get no further than one after the other', async () => {
  const admin = await makeAdmin(app, root);
  // It takes its time, so that all have come before the first is judged.
  const replies = await atDecidedCost(async () => {
    await rehash(app, admin);
    return Promise.all(Array.from({ length: 25 }, () => login(admin)));
  });
  const statuses = replies.map((reply) => reply.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('a right password takes the wrong tries back', async () => {
  const { username } = await makeAdmin(app, root);
  for (let round = 0; round < 3; round++) {
    for (let wrong = 0; wrong < 4; wrong++) {
      expect((await login({ username })).status).toBe(401);
    }
    expect((await login({ username, password })).status).toBe(200);
  }
});

test('a name that nobody has is slowed in the same way', async () => {
  await failFreely('nobody-at-all');
  expect(pauseOf(await login({ username: 'Nobody-At-All' }))).toBeGreaterThanOrEqual(1);
});

test('nobody can keep the owner out: a browser or an address that was in before is counted apart', async () => {
  const { username } = await makeAdmin(app, root);
  const [home, address] = [anyAddress(), anyAddress()];
  const body = { username, password };
  const ourPage = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': home };
  const known = await app.call(auth.login, { body, headers: ourPage });
  const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
  await failFreely(username);
  expect((await login({ username, password, address })).status).toBe(429);
  const abroad = { cookie, 'x-forwarded-for': address };
  expect((await app.call(auth.login, { body, headers: abroad })).status).toBe(200);
  expect((await login({ username, password, address: home })).status).toBe(200);
  expect((await login({ username, password: 'Wrong-horse-1' })).status).toBe(429);
});

test('a browser that was in before may not guess for ever either', async () => {
  const { username } = await makeAdmin(app, root);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const known = await app.call(auth.login, { body: { username, password }, headers });
  const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
  const statuses: number[] = [];
  for (let round = 0; round < 7; round++) {
    const given = { username, password: 'Wrong-horse-1' };
    const from = { cookie, 'x-forwarded-for': anyAddress() };
    statuses.push((await app.call(auth.login, { body: given, headers: from })).status);
    if (round === 4) await keepPauses();
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('other names are not held up, nor sessions that are open', async () => {
  const [victim, other] = [await makeAdmin(app, root), await makeAdmin(app, root)];
  await failFreely(victim.username);
  expect((await login({ username: victim.username })).status).toBe(429);
  expect((await login({ username: other.username, password })).status).toBe(200);
  expect((await app.call(auth.logout, { token: victim.token })).status).toBe(200);
});

test('an address that tries many names is held up, and other addresses are not', async () => {
  const address = anyAddress();
  const { username } = await makeAdmin(app, root);
  const statuses: number[] = [];
  for (let round = 0; round < 31; round++) {
    const reply = await login({ username: `guess-${round}`, address });
    statuses.push(reply.status);
    if (round === 29) await keepPauses();
  }
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
  expect(statuses[30]).toBe(429);
  expect((await login({ username, password, address })).status).toBe(429);
  expect((await login({ username, password })).status).toBe(200);
});

/** Thirty wrong tries at names that nobody has: the next one from there must wait. */
async function blockAddress(address: string): Promise<void> {
  for (let round = 0; round < 30; round++) {
    expect((await login({ username: `nobody-${round}`, address })).status).toBe(401);
  }
  await keepPauses();
  pauseOf(await login({ username: 'nobody-more', address }));
}

async function failuresAt(address: string) {
  const subject = `address:${createHash('sha256').update(address).digest('base64url')}`;
  const { rows } = await sql<{ failures: number; pause: number }>`
    select failures, extract(epoch from blocked_until - last_failed_at)::int as pause
    from sign_in_failures where subject = ${subject}`.execute(app.db);
  return rows[0];
}

test('a browser that was in before is neither held up with its address nor counted with it', async () => {
  const { username } = await makeAdmin(app, root);
  const address = anyAddress();
  const ourPage = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': anyAddress() };
  const known = await app.call(auth.login, { body: { username, password }, headers: ourPage });
  const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
  await blockAddress(address);
  const headers = { cookie, 'x-forwarded-for': address };
  const before = await failuresAt(address);
  const wrong = { username, password: 'Wrong-horse-1' };
  expect((await app.call(auth.login, { body: wrong, headers })).status).toBe(401);
  expect((await app.call(auth.login, { body: { username, password }, headers })).status).toBe(200);
  expect(await failuresAt(address)).toEqual(before);
  const other = await makeAdmin(app, root);
  const body = { username: other.username, password };
  expect((await app.call(auth.login, { body, headers })).status).toBe(429);
});

test('a right password renews no pause of its address and makes none longer', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => makeAdmin(app, root)));
  const address = anyAddress();
  await blockAddress(address);
  const past = sql`now() - interval '1 minute'`;
  await sql`update sign_in_failures set last_failed_at = ${past},
    blocked_until = ${past} + interval '2 seconds' where subject like 'address:%'`.execute(app.db);
  expect(await failuresAt(address)).toEqual({ failures: 30, pause: 2 });
  for (const { username } of people) {
    expect((await login({ username, password, address })).status).toBe(200);
    expect(await failuresAt(address)).toEqual({ failures: 30, pause: 2 });
  }
  expect((await login({ username: 'nobody-again', address })).status).toBe(401);
  expect(await failuresAt(address)).toEqual({ failures: 31, pause: 4 });
});

test('a try at a name that is held up does not count against its address', async () => {
  const { username } = await makeAdmin(app, root);
  const address = anyAddress();
  await failFreely(username);
  for (let round = 0; round < 5; round++) pauseOf(await login({ username, address }));
  expect(await failuresAt(address)).toBeUndefined();
});

test('of IPv6 a network of 64 bits is one address', async () => {
  const network = `2001:db8:${randomInt(65_536).toString(16)}:7`;
  for (let round = 0; round < 30; round++) {
    const address = `${network}:${randomInt(65_536).toString(16)}::${round + 1}`;
    expect((await login({ username: `nobody-six-${round}`, address })).status).toBe(401);
  }
  await keepPauses();
  pauseOf(await login({ username: 'nobody-six', address: `${network}::ffff` }));
  const neighbour = network.replace(/7$/, '8');
  expect((await login({ username: 'nobody-six', address: `${neighbour}::1` })).status).toBe(401);
});

test('people who sign in at the same moment from one address all get in', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makeAdmin(app, root)));
  for (let round = 0; round < 3; round++) {
    const address = anyAddress();
    const replies = await Promise.all(
      people.map(({ username }) => login({ username, password, address })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(people.map(() => 200));
  }
});

test('a quarter of an hour of peace starts the count anew', async () => {
  const { username } = await makeAdmin(app, root);
  await failFreely(username);
  await sql`update sign_in_failures set last_failed_at = last_failed_at - interval '16 minutes',
    blocked_until = now() - interval '16 minutes'`.execute(app.db);
  await failFreely(username);
  expect((await login({ username })).status).toBe(429);
});

test('what was typed as a name is not kept in the clear among the failures', async () => {
  await login({ username: 'My-Secret-Typed-Here' });
  const rows = await app.db.selectFrom('sign_in_failures').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { subject } of rows)
    expect(subject).toMatch(/^(name|address|device|place):[\w-]{43}$/);
});
