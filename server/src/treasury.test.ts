import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { type Ended, runCommand } from '@pitboss/testkit/run-command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshot } from './test/snapshot.ts';
import { type TestApp, testApp } from './test/test-app.ts';
import { testDatabase } from './test/test-database.ts';
import { ownBalance } from './test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 1_000n);
});

afterAll(() => app.close());

/** Runs the command as a person would, in a process of its own. */
function treasury(args: string[], url = app.url): Promise<Ended> {
  const settings = { DATABASE_URL: nodeUrl(url), DATABASE_OWNER_URL: url };
  return runCommand('treasury', args, settings);
}

test('money is issued to SUPER in the currency named, and it is on record', async () => {
  const ended = await treasury(['issue', 'INR', '2500.50']);
  expect(ended).toEqual({
    code: 0,
    output: 'Issued 2500.50 INR. SUPER now has 3500.50 INR.\n',
  });
  expect(await ownBalance(app, root, 'INR')).toBe(350_050n);
  expect(await ownBalance(app, root, 'USD')).toBe(100_000n);
  const events = await app.db.selectFrom('audit_events').selectAll().execute();
  expect(events).toMatchObject([
    { action: 'treasury.issue', actor_name: 'treasury', outcome: 'done', target_id: root.id },
  ]);
});

test('an order that is not understood issues nothing and says how to put it', async () => {
  const before = await snapshot(app.db);
  const wrong = [[], ['issue', 'EUR', '5'], ['issue', 'USD', '-5'], ['issue', 'USD', '0']];
  for (const args of [...wrong, ['take', 'USD', '5']]) {
    const ended = await treasury(args);
    expect([args, ended]).toEqual([
      args,
      { code: 1, output: 'Use: npm run treasury -- issue USD 1000000\n' },
    ]);
  }
  expect(await snapshot(app.db)).toBe(before);
});

test('where a node would not start, nothing is issued: the same sentence, code 78', async () => {
  const before = await snapshot(app.db);
  const swapped = { DATABASE_URL: app.url, DATABASE_OWNER_URL: nodeUrl(app.url) };
  const ended = await runCommand('treasury', ['issue', 'USD', '5'], swapped);
  expect([ended.code, ended.output]).toEqual([
    78,
    expect.stringMatching(/^DATABASE_URL and DATABASE_OWNER_URL are swapped: .* addresses\.\n$/),
  ]);
  const node = { DATABASE_URL: nodeUrl(app.url) };
  const refused = await runCommand('treasury', ['issue', 'USD', '5'], node);
  expect([refused.code, refused.output]).toEqual([
    78,
    expect.stringMatching(/^The role pitboss_node of DATABASE_URL may not migrate the database/),
  ]);
  expect(await snapshot(app.db)).toBe(before);
  const alone = await runCommand('treasury', ['issue', 'USD', '5'], { DATABASE_URL: app.url });
  expect(alone.code).toBe(0);
  expect(alone.output).toMatch(/^Issued .*\nDATABASE_OWNER_URL is not set, so the node runs as/);
});

test('without a SUPER there is nobody to issue to', async () => {
  const empty = await testDatabase();
  const ended = await treasury(['issue', 'USD', '5'], empty.url);
  await empty.close();
  expect(ended.code).toBe(1);
  expect(ended.output).toMatch(/^There is no SUPER yet\./);
});
