import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@pitboss/testkit/free-port';
import { ask } from '@pitboss/testkit/http-client';
import { nodeEnvironment } from '@pitboss/testkit/node-process';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from './test-app.ts';
import { balanceOf } from './wallets.ts';

const program = fileURLToPath(new URL('../../../bin/pitboss', import.meta.url));

let app: TestApp;
let root: TestPerson;
let child: ChildProcess | undefined;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

afterEach(() => {
  child?.kill('SIGKILL');
});

/** A panel that is not built yet is built first, which takes its time. */
const patience = { timeout: 280_000, interval: 100 };

async function launch(settings: Record<string, string> = {}) {
  const port = await freePort();
  const env = nodeEnvironment(app.url, port, { LOG_LEVEL: 'info', ...settings });
  const started = spawn(program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    started.once('exit', (code, signal) => resolve(signal ?? code));
  });
  return { url: `http://127.0.0.1:${port}`, started, ended, output: () => output };
}

test('the process that was started is the node: told to stop, it answers what it has and ends', async () => {
  const client = await makeUser(app, root);
  const { url, started, ended, output } = await launch();
  await vi.waitFor(() => expect(output()).toContain('is ready:'), patience);
  expect(
    JSON.parse(
      output()
        .split('\n')
        .find((line) => line.startsWith('{')) ?? '{}',
    ),
  ).toEqual(expect.objectContaining({ pid: started.pid }));
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  await holder.query('begin; lock table accounts in exclusive mode');
  let isAnswered = false;
  const path = `/api/transactions/deposit/${client.id}`;
  const deposit = ask(url, { path, token: root.token, body: { amount: 5 } }).finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(async () => {
    const { rows } = await holder.query('select from pg_locks where not granted');
    expect(rows).toHaveLength(1);
  }, patience);
  started.kill('SIGTERM');
  // It takes nothing new any more, while the call is still under way.
  await vi.waitFor(async () => {
    const other = await ask(url, { path: '/api/health' }).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect(['closed', 503]).toContain(other);
  }, patience);
  expect([isAnswered, started.exitCode]).toEqual([false, null]);
  await holder.query('commit');
  await holder.end();
  expect((await deposit).status).toBe(200);
  expect(await ended).toBe(0);
  expect(await balanceOf(app, root, client)).toBe(500n);
});

test('what cannot work ends with 78, and what may work later with 75', async () => {
  const wrong = await launch({ DEMO: 'maybe' });
  expect(await wrong.ended).toBe(78);
  const wrongWords = 'Wrong settings: DEMO must be on or off.';
  await vi.waitFor(() => expect(wrong.output()).toContain(wrongWords), patience);
  const first = await launch();
  await vi.waitFor(() => expect(first.output()).toContain('is ready:'), patience);
  const second = await launch({ PORT: new URL(first.url).port });
  expect(await second.ended).toBe(75);
  const takenWords = 'is taken. Set PORT to a free one.';
  await vi.waitFor(() => expect(second.output()).toContain(takenWords), patience);
  first.started.kill('SIGHUP');
  expect(await first.ended).toBe(0);
});
