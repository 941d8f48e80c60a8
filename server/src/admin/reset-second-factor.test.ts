import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveFactor } from '../test/second-factor.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** Runs the command as a person would, in a process of its own. */
async function reset(...args: string[]): Promise<string> {
  const words = ['reset-second-factor', ...args];
  return (await runCommand('admin/main', words, { DATABASE_URL: app.url })).output;
}

test('a locked-out SUPER is let in again from the command line, on record', async () => {
  await giveFactor(app, root);
  expect(await reset('root')).toContain('Use: npm run admin -- reset-second-factor NAME REASON');
  expect(await reset('nobody', 'Lost', '--yes')).toBe('There is no account nobody.\n');
  const body = { username: 'root', password };
  expect((await app.call(auth.login, { body })).status).toBe(401);
  expect(await reset('root', 'Lost')).toContain('Add --yes to go ahead.');
  expect((await app.call(users.balance, { token: root.token })).status).toBe(200);
  expect(await reset('ROOT', 'Lost the phone', '--yes')).toContain(
    'Two-factor sign-in of root reset; its sessions have ended.\n',
  );
  expect((await app.call(users.balance, { token: root.token })).status).toBe(401);
  expect((await app.call(auth.login, { body })).status).toBe(200);
  expect(await reset('root', 'Once more', '--yes')).toContain('root has no two-factor sign-in.\n');
  const events = await app.db
    .selectFrom('audit_events')
    .select(['outcome', 'actor_name', 'address', 'target_id', 'after', 'message'])
    .where('action', '=', 'admin.reset-second-factor')
    .orderBy('id')
    .execute();
  const actor = { actor_name: expect.stringMatching(/^administrator ./), address: 'command line' };
  expect(events).toMatchObject([
    { ...actor, outcome: 'refused', message: 'There is no account nobody.' },
    { ...actor, outcome: 'refused', message: 'Nobody confirmed it.' },
    {
      ...actor,
      outcome: 'done',
      target_id: root.id,
      after: { secondFactor: 'reset', reason: 'Lost the phone' },
    },
    { ...actor, outcome: 'refused', message: 'root has no two-factor sign-in.' },
  ]);
});
