import { launchNode } from '@pitboss/testkit/node-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from './auth/password.ts';
import { readConfig } from './config.ts';
import { prepareAccounts } from './first-accounts.ts';
import { shortDemo } from './test/short-demo.ts';
import { type TestDatabase, testDatabase } from './test/test-database.ts';

let filled: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  filled = await testDatabase();
  await shortDemo(filled.db);
  empty = await testDatabase();
});

afterAll(async () => {
  await filled.close();
  await empty.close();
});

/** What the start of a node says to these settings on a database, or that it goes on. */
async function outcome({ db, url }: TestDatabase, env: Record<string, string>): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, ...env });
  const warnings: string[] = [];
  const voices = { say: () => {}, warn: (line: string) => warnings.push(line) };
  return prepareAccounts(db, config, voices, AbortSignal.abort()).then(
    () => ['ready', ...warnings].join(': '),
    (error: Error) => error.message,
  );
}

function peopleIn({ db }: TestDatabase) {
  return db.selectFrom('users').select('username').orderBy('id').execute();
}

test('a node does not start on a demo that it is told to take in earnest', async () => {
  const before = await peopleIn(filled);
  const settings = { SUPER_USERNAME: 'owner', SUPER_PASSWORD: 'Correct-horse-1', HOST: '0.0.0.0' };
  const node = await launchNode(filled.url, settings);
  await expect(node.untilReady()).rejects.toThrow(
    'holds the demo: everybody knows the password of its account super. Name another database',
  );
  expect(node.output()).not.toMatch(/\bat .*\.ts:\d+/);
  expect(await peopleIn(filled)).toEqual(before);
});

test('with an embedded database the way out is named', async () => {
  const said = await outcome(filled, { DATABASE_URL: '', DEMO: 'off', DATA_DIR: '/srv/pitboss' });
  expect(said).toContain('/srv/pitboss holds the demo');
  expect(said).toContain('"npm run reset-demo", or set DATA_DIR to another folder.');
});

test.each(['0.0.0.0', '::', '192.168.1.5', 'db.example', '127.example'])(
  'a demo does not listen on %s, filled or not',
  async (HOST) => {
    for (const database of [filled, empty]) {
      const said = await outcome(database, { DEMO: 'on', HOST });
      expect(said).toContain(`HOST=${HOST} is open to others`);
    }
    expect(await peopleIn(empty)).toEqual([]);
  },
);

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('a demo listens on %s', async (HOST) => {
  expect(await outcome(filled, { DEMO: 'on', HOST })).toBe('ready');
});

test('a single account with its known password is enough, and none is none', async () => {
  const other = await hashPassword('Another-horse-1');
  const desk = 'mumbai-desk';
  await sql`update users set password_hash = ${other} where username <> ${desk}`.execute(filled.db);
  expect(await outcome(filled, {})).toContain('of its account mumbai-desk.');
  await sql`update users set password_hash = ${other}`.execute(filled.db);
  expect(await outcome(filled, { HOST: '0.0.0.0' })).toBe('ready');
  expect(await outcome(filled, { DEMO: 'on', HOST: '0.0.0.0' })).toBe('ready');
});

test('a password of the demo is none for the first SUPER', async () => {
  const known = { SUPER_USERNAME: 'super', SUPER_PASSWORD: 'Super@12345' };
  expect(await outcome(empty, known)).toContain('SUPER_PASSWORD is one of the demo');
  expect(await peopleIn(empty)).toEqual([]);
});

test('a SUPER that cannot be had is told, never passed over', async () => {
  const SUPER_PASSWORD = 'Correct-horse-1';
  expect(await outcome(empty, { SUPER_USERNAME: 'owner', SUPER_PASSWORD })).toBe('ready');
  expect(await outcome(empty, { SUPER_USERNAME: 'Owner', SUPER_PASSWORD })).toBe('ready');
  expect(await outcome(empty, { SUPER_USERNAME: 'boss', SUPER_PASSWORD })).toBe(
    'SUPER_USERNAME is boss, but the SUPER of this database is owner: name that one, or none.',
  );
  expect(await peopleIn(empty)).toEqual([{ username: 'owner' }]);
});

test('another password for a SUPER that is there is told to change nothing, and changes nothing', async () => {
  const hashes = () => empty.db.selectFrom('users').select('password_hash').execute();
  const before = await hashes();
  for (const SUPER_USERNAME of ['owner', '']) {
    expect(await outcome(empty, { SUPER_USERNAME, SUPER_PASSWORD: 'Another-horse-2' })).toBe(
      'ready: SUPER_PASSWORD changes nothing: owner is there already and has another password. To ' +
        'give it a new one, run "npm run admin -- reset-password owner"; otherwise leave ' +
        'SUPER_PASSWORD out.',
    );
  }
  expect(await outcome(empty, { SUPER_USERNAME: 'owner' })).toBe('ready');
  expect(await hashes()).toEqual(before);
});
