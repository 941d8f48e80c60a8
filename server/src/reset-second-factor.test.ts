import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from './test/bare-environment.ts';
import { makeSuper, password, type TestPerson } from './test/people.ts';
import { giveFactor } from './test/second-factor.ts';
import { type TestApp, testApp } from './test/test-app.ts';

const command = fileURLToPath(new URL('./reset-second-factor.ts', import.meta.url));
let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** Runs the command as a person would, in a process of its own. */
function run(...args: string[]): Promise<string> {
  const env = { ...bareEnvironment, DATABASE_URL: app.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (_, out, err) =>
      resolve(`${out}${err}`),
    );
  });
}

test('a locked-out SUPER is let in again from the command line, on record', async () => {
  await giveFactor(app, root);
  expect(await run('reset', 'root')).toMatch(/^Use: npm run second-factor -- reset USERNAME/);
  expect(await run('reset', 'nobody', 'Lost')).toBe('There is no account nobody.\n');
  const body = { username: 'root', password };
  expect((await app.call(auth.login, { body })).status).toBe(401);
  expect(await run('reset', 'ROOT', 'Lost the phone')).toBe(
    'Two-factor sign-in of root reset; its sessions have ended.\n',
  );
  expect((await app.call(users.balance, { token: root.token })).status).toBe(401);
  expect((await app.call(auth.login, { body })).status).toBe(200);
  expect(await run('reset', 'root', 'Once more')).toBe('root has no two-factor sign-in.\n');
  const events = app.db.selectFrom('audit_events').selectAll().where('actor_id', 'is', null);
  expect(await events.where('outcome', '=', 'done').execute()).toMatchObject([
    {
      action: 'second-factor.reset',
      actor_name: 'command line',
      target_id: root.id,
      after: { secondFactor: 'reset', reason: 'Lost the phone' },
    },
  ]);
});
