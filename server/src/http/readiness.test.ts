import { randomBytes } from 'node:crypto';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { ask } from '@pitboss/testkit/http-client';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { makeReadiness } from './readiness.ts';

/** A role of this file's own: what is done to it meets nobody else. */
const role = `readiness_${randomBytes(4).toString('hex')}`;
const password = 'Ready-horse-1';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let node: NodeProcess;

const at = (user: string, word: string) => {
  const url = new URL(app.url);
  url.username = user;
  url.password = word;
  return url.href;
};
const asSuperuser = (text: string) => askDatabase(at('postgres', new URL(app.url).password), text);

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root);
  await asSuperuser(`create role ${role} login password '${password}'`);
  node = await startNode(app.url, { DATABASE_URL: at(role, password), LOG_LEVEL: 'info' });
});

afterAll(async () => {
  await node.end('SIGKILL');
  await asSuperuser(`drop owned by ${role}; drop role ${role}`);
  await app.close();
});

/** New connections meet what was changed. */
const endConnections = () =>
  asSuperuser(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename like '${role}%'`,
  );

async function ready(token?: string) {
  const { status, text } = await ask(node.url, { path: '/api/ready', token });
  return { code: status, ...JSON.parse(text) };
}

const untilReady = (expected: object, token?: string) =>
  vi.waitFor(async () => expect(await ready(token)).toEqual(expected), {
    timeout: 60_000,
    interval: 100,
  });

const isReady = { code: 200, status: 'success', message: 'Ready', data: { database: 'ready' } };
const away = (message: string) => ({ code: 503, status: 'error', message });

function balance() {
  return ask(node.url, { path: '/api/users/getAgentbalance', method: 'POST', token: root.token });
}

/** What the log says, line by line. */
function linesOf(output: string) {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

interface Wrong {
  what: string;
  breaks: string;
  mends: string;
  message: string;
  reason: RegExp;
}

const refuses = 'The database refuses the node.';
const wrongs: Wrong[] = [
  {
    what: 'another password',
    breaks: `alter role ${role} password 'Other-horse-2'`,
    mends: `alter role ${role} password '${password}'`,
    message: refuses,
    reason: /password authentication failed for user/,
  },
  {
    what: 'a role that may not sign in',
    breaks: `alter role ${role} nologin`,
    mends: `alter role ${role} login`,
    message: refuses,
    reason: /is not permitted to log in/,
  },
  {
    what: 'a role that is gone',
    breaks: `alter role ${role} rename to ${role}_gone`,
    mends: `alter role ${role}_gone rename to ${role}; alter role ${role} password '${password}'`,
    message: refuses,
    reason: /password authentication failed|does not exist/,
  },
  {
    what: 'a database that takes no changes',
    breaks: `alter role ${role} set default_transaction_read_only = on`,
    mends: `alter role ${role} reset default_transaction_read_only`,
    message: 'The database takes no changes.',
    reason: /read-only transaction/,
  },
];

test.each(wrongs)('$what is 503 and never 500, and the log has the reason once', async (wrong) => {
  const { breaks, mends, message, reason } = wrong;
  await untilReady(isReady);
  const saidBefore = node.output().length;
  await asSuperuser(breaks);
  await endConnections();
  await untilReady(away(message));
  for (let asked = 0; asked < 5; asked++) expect(await ready()).toEqual(away(message));
  if (message === refuses) expect((await balance()).status).toBe(503);
  const told = () =>
    linesOf(node.output().slice(saidBefore)).filter(
      ({ msg, reason: said }) => msg === 'not ready' && reason.test(said),
    );
  await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 60_000 });
  await asSuperuser(mends);
  await endConnections();
  await untilReady(isReady);
  await vi.waitFor(async () => expect((await balance()).status).toBe(200), { timeout: 60_000 });
  // What is said comes through a pipe, and may come after the answer.
  const words = () => linesOf(node.output().slice(saidBefore)).map(({ msg }) => msg);
  await vi.waitFor(() => expect(words()).toContain('ready again'), { timeout: 60_000 });
});

test('the reason is for SUPER, and the rights of a node are looked at', async () => {
  await untilReady(isReady);
  await asSuperuser(`set role pitboss; revoke update on sessions from ${role}`);
  await untilReady(away(refuses));
  const reason = 'permission denied for table sessions';
  expect(await ready(root.token)).toEqual({ ...away(refuses), errors: { reason } });
  expect(await ready(admin.token)).toEqual(away(refuses));
  expect(await ready('x'.repeat(40))).toEqual(away(refuses));
  await asSuperuser(`set role pitboss; grant update on sessions to ${role}`);
  await untilReady(isReady);
});

test('lost connections leave no key, no connection and no trace in the log', async () => {
  await endConnections();
  await vi.waitFor(() => expect(node.output()).toContain('a database connection was lost'), {
    timeout: 60_000,
  });
  const output = node.output();
  expect(output).not.toMatch(/secretKey|processID|_events|connectionParameters|"stack"/);
  expect(output).not.toContain(password);
});

test('a change is tried at most every two seconds, however often somebody asks', async () => {
  const said: string[] = [];
  const log = {
    info: (message: string) => said.push(message),
    warn: (fields: object, message: string) => said.push(`${message} ${JSON.stringify(fields)}`),
  };
  let tries = 0;
  let isFull = false;
  const write = async () => {
    tries++;
    if (isFull) throw Object.assign(new Error('No space left on device'), { code: '53100' });
  };
  const find = makeReadiness({ read: async () => {}, write }, log);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    for (let asked = 0; asked < 10; asked++) expect(await find()).toBeUndefined();
    expect(tries).toBe(1);
    isFull = true;
    vi.advanceTimersByTime(2_001);
    const trouble = {
      message: 'The database takes no changes.',
      reason: 'No space left on device',
    };
    for (let asked = 0; asked < 10; asked++) expect(await find()).toEqual(trouble);
    isFull = false;
    vi.advanceTimersByTime(2_001);
    expect(await find()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
  expect(tries).toBe(3);
  expect(said).toEqual(['not ready {"reason":"No space left on device"}', 'ready again']);
});
