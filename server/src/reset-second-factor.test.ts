import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveFactor } from './test/second-factor.ts';
import { type TestApp, testApp } from './test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** Runs the command as a person would, in a process of its own. */
async function run(...args: string[]): Promise<string> {
  return (await runCommand('reset-second-factor', args, { DATABASE_URL: app.url })).output;
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
