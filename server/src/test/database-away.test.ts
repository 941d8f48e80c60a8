import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '@pitboss/testkit/http-client';
import * as http from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutProxy, cutProxy } from './cut-proxy.ts';
import { type TestApp, testApp } from './test-app.ts';
import { emptyDatabase } from './test-database.ts';
import { balanceOf } from './wallets.ts';

let app: TestApp;
let root: TestPerson;
let proxy: CutProxy;
let node: NodeProcess;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  proxy = await cutProxy(app.url);
  node = await launchNode(proxy.url, { DATABASE_CONNECTIONS: '3' });
  await node.untilReady();
});

afterAll(async () => {
  await node.end('SIGKILL');
  await proxy.close();
  await app.close();
});

interface Answer {
  code: number;
  retryAfter: string | undefined;
  body: { status: string; message: string; data?: { balance: number } };
}

async function ask(path: string, options: Partial<Asked> = {}, of = node): Promise<Answer> {
  const given = { token: root.token, ...options, path: `/api${path}` };
  const { status, headers, text } = await http.ask(of.url, given);
  return { code: status, retryAfter: headers['retry-after'], body: JSON.parse(text) };
}

function deposit(client: TestPerson, key: string) {
  return ask(`/transactions/deposit/${client.id}`, { key, body: { amount: 5 } });
}

/** Asks again and again until the answer is the one hoped for; a busy machine takes its time. */
async function untilCode(code: number, attempt: () => Promise<Answer>): Promise<Answer> {
  const endsAtMs = Date.now() + 60_000;
  for (;;) {
    const answer = await attempt();
    if (answer.code === code || Date.now() > endsAtMs) return answer;
    await sleep(100);
  }
}

test('while the database is away calls are refused with a sentence, and then go on', async () => {
  const client = await makeUser(app, root);
  for (let round = 0; round < 5; round++) {
    proxy.cut();
    const [ready, read, write, health] = await Promise.all([
      ask('/ready'),
      ask('/users/getAgentbalance', { method: 'POST' }),
      deposit(client, `away-${round}`),
      ask('/health'),
    ]);
    expect([ready.code, read.code, write.code, health.code]).toEqual([503, 503, 503, 200]);
    expect(ready.body).toEqual({ status: 'error', message: expect.stringMatching(/database/i) });
    expect(read.body.message).toBe('The database cannot be reached right now. Please try again.');
    expect(Number(write.retryAfter)).toBeGreaterThan(0);
    proxy.mend();
    expect((await untilCode(200, () => ask('/ready'))).code).toBe(200);
    expect((await untilCode(200, () => deposit(client, `away-${round}`))).code).toBe(200);
  }
  expect(node.isRunning()).toBe(true);
  expect(await balanceOf(app, root, client)).toBe(2_500n);
});

test('connections that break under work neither end the node nor use up its pool', async () => {
  const client = await makeUser(app, root);
  for (let round = 0; round < 8; round++) {
    const asked = Array.from({ length: 12 }, (_, index) =>
      deposit(client, `busy-${round}-${index}`),
    );
    await sleep(5 + round * 3);
    proxy.cut();
    const codes = (await Promise.all(asked)).map((answer) => answer.code);
    expect(codes.every((code) => code === 200 || code === 503)).toBe(true);
    proxy.mend();
    await untilCode(200, () => ask('/ready'));
  }
  for (let round = 0; round < 8; round++) {
    for (let index = 0; index < 12; index++) {
      const again = await untilCode(200, () => deposit(client, `busy-${round}-${index}`));
      expect(again.code).toBe(200);
    }
  }
  expect(node.isRunning()).toBe(true);
  expect(await balanceOf(app, root, client)).toBe(500n * 96n);
});

test('a commit whose answer is lost is never called a success, and the key tells the truth', async () => {
  const client = await makeUser(app, root);
  for (let round = 0; round < 12; round++) {
    const when = round % 2 === 0 ? 'after' : 'before';
    proxy.cutAtCommit(when);
    const lost = await deposit(client, `lost-${round}`);
    expect([when, lost.code, lost.body.status]).toEqual([when, 503, 'error']);
    expect(lost.body.message).toMatch(/outcome is not known.*same Idempotency-Key/);
    const again = await untilCode(200, () => deposit(client, `lost-${round}`));
    expect(again.code).toBe(200);
    expect(again.body.data?.balance).toBe(5 * (round + 1));
  }
  expect(await balanceOf(app, root, client)).toBe(6_000n);
});

test('a node that starts before its database waits for it and then works', async () => {
  proxy.cut();
  const early = await launchNode(proxy.url);
  try {
    await untilCode(200, () => ask('/health', {}, early).catch(() => noAnswer));
    expect((await ask('/ready', {}, early)).code).toBe(503);
    expect((await ask('/users/getAgentbalance', { method: 'POST' }, early)).code).toBe(503);
    proxy.mend();
    await early.untilReady();
    expect((await ask('/users/getAgentbalance', { method: 'POST' }, early)).code).toBe(200);
  } finally {
    proxy.mend();
    await early.end('SIGKILL');
  }
});

const noAnswer: Answer = { code: 0, retryAfter: undefined, body: { status: '', message: '' } };

test('three nodes that start at the same time on an empty database all work, with one SUPER', async () => {
  const empty = await emptyDatabase();
  const nodes = await Promise.all(Array.from({ length: 3 }, () => launchNode(empty.url)));
  try {
    await Promise.all(nodes.map((one) => one.untilReady()));
    for (const one of nodes) expect((await ask('/ready', {}, one)).code).toBe(200);
    const { rows } = await sql<{ username: string; wallets: bigint; hashed: string }>`
      select username, (select count(*) from accounts where user_id = users.id) as wallets,
        substr(password_hash, 1, 30) as hashed
      from users`.execute(empty.db);
    const hashed = '$argon2id$v=19$m=19456,t=2,p=1';
    expect(rows).toEqual([{ username: 'root', wallets: 9n, hashed }]);
  } finally {
    await Promise.all(nodes.map((one) => one.end('SIGKILL')));
    await empty.close();
  }
});

test('without a password one is made up, printed once and works', async () => {
  const empty = await emptyDatabase();
  const settings = { SUPER_USERNAME: '', SUPER_PASSWORD: '' };
  const first = await launchNode(empty.url, settings);
  try {
    await first.untilReady();
    const [, username, password] =
      /Created (\S+) with the password (\S+) /.exec(first.output()) ?? [];
    expect(password?.length).toBeGreaterThanOrEqual(16);
    const login = { token: undefined, body: { username, password } };
    expect((await ask('/auth/login', login, first)).code).toBe(200);
    await first.end('SIGTERM');
    const second = await startNode(empty.url, settings);
    expect(second.output()).not.toContain('password');
    await second.end('SIGKILL');
  } finally {
    await first.end('SIGKILL');
    await empty.close();
  }
});

test('wrong settings end the start with a sentence', async () => {
  const wrong = await launchNode(app.url, { DEMO: 'maybe' });
  await expect(wrong.untilReady()).rejects.toThrow('Wrong settings: DEMO must be on or off.');
  expect(wrong.output()).not.toMatch(/\bat .*\.ts:\d+/);
});
