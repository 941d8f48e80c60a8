import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { launchNode, startNode } from '@pitboss/testkit/node-process';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { runCommand } from '@pitboss/testkit/run-command';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { readMigrations } from './db/sql-files.ts';
import { tellProgress } from './db/tell-progress.ts';
import { costsOf, diskNeedOf, durationOf, planUpgrade } from './db/upgrade-plan.ts';
import { migrateTo } from './test/migrate-to.ts';
import { emptyDatabase, type TestDatabase } from './test/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(() => database.close());

function upgrade(...args: string[]) {
  const { url } = database;
  return runCommand('upgrade', args, { DATABASE_URL: nodeUrl(url), DATABASE_OWNER_URL: url });
}

const nothingToDo = 'The database is at this release: there is nothing to do.\n';

test('what an upgrade does, how long it may take and what disk it needs is told beforehand', async () => {
  expect(await upgrade('--check')).toEqual({
    code: 0,
    output: 'The database is empty: its tables are made within seconds.\n',
  });
  await migrateTo(database.db, '0035-multiplier-draft');
  const before = await planUpgrade(database.db);
  const { code, output } = await upgrade('--check');
  expect(code).toBe(0);
  expect(output).toMatch(/^The database is at 0035-multiplier-draft and holds \d+ MB\.$/m);
  expect(output).toMatch(/^ {2}0038-lists \(The clients list is filtered by .+\): seconds$/m);
  expect(output).toMatch(
    /^Duration: seconds, with all nodes stopped; \d+ functions are made anew/m,
  );
  expect(output).toMatch(/^Disk: up to 3\d MB must be free where PostgreSQL keeps its data\.$/m);
  // Nobody who asks has changed anything.
  expect((await planUpgrade(database.db)).steps).toEqual(before.steps);
});

test('an upgrade tells each step, how far it is and how long it took', async () => {
  const { steps } = await planUpgrade(database.db);
  const { code, output } = await upgrade();
  const [first = '', ...lines] = output.trim().split('\n');
  expect([code, first]).toEqual([
    0,
    `Upgrading the database from 0035-multiplier-draft to ${steps.at(-1)?.name}: ` +
      `${steps.length} migrations, which may take seconds.`,
  ]);
  for (const [index, { name }] of steps.entries()) {
    const told = lines.filter((line) =>
      line.startsWith(`Migration ${index + 1} of ${steps.length}, ${name}`),
    );
    expect(told.at(-1)).toMatch(/: done after \d+\.\d s$/);
  }
  expect(lines.at(-1)).toBe('The database is at this release.');
  expect(await upgrade('--check')).toEqual({ code: 0, output: nothingToDo });
  const wrong = await upgrade('--chekc');
  expect([wrong.code, wrong.output]).toEqual([78, 'Use: npm run upgrade [-- --check]\n']);
});

test('a start says the same of the migrations that it runs, and nothing where there are none', async () => {
  const other = await emptyDatabase();
  try {
    await migrateTo(other.db, '0044-client-notes');
    const node = await startNode(other.url);
    expect(node.output()).toContain('Upgrading the database from 0044-client-notes to ');
    expect(node.output()).toMatch(/Migration 1 of \d+, .+: done after/);
    await node.end();
    const again = await startNode(other.url);
    expect(again.output()).not.toMatch(/Upgrading|Migration/);
    await again.end();
  } finally {
    await other.close();
  }
});

test('what is built ahead is told index by index', async () => {
  const other = await emptyDatabase();
  try {
    await migrateTo(other.db, '0039-late-entries');
    const [first, ...later] = (await planUpgrade(other.db)).steps;
    expect([first?.isAhead, later.some(({ isAhead }) => isAhead)]).toEqual([true, false]);
    const lines: string[] = [];
    await migrate(other.db, (line) => lines.push(line));
    const ahead = lines.filter((line) => line.startsWith('Ahead of 0040-ledger-in-sets, while'));
    expect(ahead.at(-1)).toMatch(/ 13 of 13 \(cash_by_time\): done after \d+\.\d s$/);
    const [begun, done] = [' …', ': done after '].map((word) =>
      lines.findIndex((line) => line.startsWith('Migration 1 of') && line.includes(word)),
    );
    expect(lines.indexOf(ahead.at(-1) ?? '')).toBeLessThan(begun ?? 0);
    expect(begun).toBeLessThan(done ?? 0);
  } finally {
    await other.close();
  }
});

test('whoever waits for a long step hears every ten seconds that it goes on', async () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const done = Promise.withResolvers<number>();
    const tell = (line: string) => lines.push(line);
    const told = tellProgress({ tell, what: 'Migration 1 of 2, x' }, () => done.promise);
    await vi.advanceTimersByTimeAsync(20_500);
    done.resolve(7);
    expect(await told).toBe(7);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual([
      'Migration 1 of 2, x …',
      'Migration 1 of 2, x: at it for 10.0 s',
      'Migration 1 of 2, x: at it for 20.0 s',
      'Migration 1 of 2, x: done after 20.5 s',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('the check of an upgrade refuses what a start refuses', async () => {
  const { url } = database;
  const swapped = { DATABASE_URL: url, DATABASE_OWNER_URL: nodeUrl(url) };
  const { code, output } = await runCommand('upgrade', ['--check'], swapped);
  expect([code, output]).toEqual([78, expect.stringContaining('are swapped')]);
  const node = await launchNode(url, swapped);
  await expect(node.untilReady()).rejects.toThrow(output.trim());
});

test('the embedded database is upgraded too, and its disk is looked at before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-upgrade-'));
  const stage = await openDatabaseStage({ folder });
  try {
    const { db, close } = openDatabase({ url: stage.url, connectionsMax: 2 });
    await migrateTo(db, '0044-client-notes');
    await close();
    const settings = { DATA_DIR: folder, DEMO: 'off' };
    const told = await runCommand('upgrade', ['--check'], settings);
    expect([told.code, told.output]).toEqual([
      0,
      expect.stringMatching(/^Disk: up to \d+ MB must be free, \d+ MB are\.$/m),
    ]);
    const done = await runCommand('upgrade', [], settings);
    expect([done.code, done.output]).toEqual([
      0,
      expect.stringContaining('The database is at this release.'),
    ]);
    expect((await runCommand('upgrade', ['--check'], settings)).output).toBe(nothingToDo);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('duration and disk grow with the tables that a migration goes over', () => {
  const gigabyte = 1024 ** 3;
  const step = (readBytes: number, writtenBytes = 0) => ({ readBytes, writtenBytes });
  expect(durationOf([])).toBe('seconds');
  expect(durationOf([step(gigabyte)])).toBe('about a minute');
  expect(durationOf([step(gigabyte), step(2 * gigabyte)])).toBe('minutes');
  expect(durationOf([step(60 * gigabyte, 40 * gigabyte)])).toBe('about an hour');
  expect(durationOf([step(900 * gigabyte)])).toBe('hours');
  expect(diskNeedOf([step(0, gigabyte)]) / gigabyte).toBeCloseTo(3, 1);
});

/** Tables that grow with the business. */
const large = 'accounts|audit_events|bets|entries|idempotency_keys|rounds|sessions|transfers|users';
const heavy = [
  new RegExp(`^create (unique )?index .{0,80} on (${large}) `, 'm'),
  new RegExp(`^update (${large}) `, 'm'),
  new RegExp(`^insert into \\w+[^;]{0,2000}\\bfrom (${large})\\b`, 'm'),
];

test('a migration that goes over a large table says so', async () => {
  const silent = (await readMigrations())
    .filter(({ name }) => name > '0030')
    .filter(({ text }) => costsOf(text).length === 0)
    .filter(({ text }) => heavy.some((kind) => kind.test(text)))
    .map(({ name }) => name);
  expect(silent, 'add a line such as "-- cost: bets 0.3" to its head').toEqual([]);
});
