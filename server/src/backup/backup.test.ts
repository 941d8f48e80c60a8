import { statSync } from 'node:fs';
import { join } from 'node:path';
import { transactions } from '@pitboss/contract/transactions';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { ledgerDigest } from '../ledger/digest.ts';
import {
  type BackupStage,
  backUp,
  backupStage,
  compare,
  endLogFile,
  keepDepositing,
  restore,
} from '../test/backup-stage.ts';
import { leaveBehind } from '../test/killed-owner.ts';
import { appOn } from '../test/test-app.ts';

const seed = Date.now() % 1_000_000;
let stage: BackupStage;

beforeAll(async () => {
  stage = await backupStage();
});

/** Closing it audits the books of the database that was backed up. */
afterAll(() => stage.close());

function report(line: object): void {
  process.stdout.write(`${JSON.stringify({ row: 'R19', seed, ...line })}\n`);
}

/** A node on a restored data folder makes a deposit, which the archive has in the end. */
async function workOn(name: string, archive?: string) {
  const embedded = await startEmbedded({ dataDir: join(stage.folder, name), archive });
  const database = openDatabase({ url: embedded.url });
  const close = () => database.close();
  const app = await appOn({ ...database, url: embedded.url, close }, pino({ level: 'silent' }));
  try {
    const params = { id: stage.clients[0]?.id ?? 0n };
    const { token } = stage.admin;
    const made = await app.call(transactions.deposit, { token, params, raw: { amount: 3 } });
    expect(made.status).toBe(200);
    const { rows } = await sql<{ timeline: string }>`
      select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`.execute(app.db);
    if (archive) await endLogFile(app, archive);
    return { timeline: rows[0]?.timeline, digest: await ledgerDigest(app.db) };
  } finally {
    await app.close();
    await embedded.stop();
  }
}

test('a quiet database is restored to the last row, and works', async () => {
  const { app, folder } = stage;
  const source = await ledgerDigest(app.db);
  await backUp(stage, 'quiet');
  const restored = await restore(stage, { from: 'quiet', to: 'quiet-data' });
  expect(restored.backup.ledger).toEqual({ ...source, isStill: true });
  expect(restored).toMatchObject({ faults: [], digest: source });
  expect(statSync(join(folder, 'quiet')).mode & 0o777).toBe(0o700);

  const { timeline, digest } = await workOn('quiet-data');
  expect(timeline).toBe('00000002');
  expect(digest.entries).toBe(source.entries + 2);
  expect(await ledgerDigest(app.db)).toEqual(source);
});

test('a backup under load holds whatever was acknowledged before its end', async () => {
  const load = keepDepositing(stage, seed);
  await load.more(200);
  const { endedAt, ledger } = await backUp(stage, 'busy');
  await load.more(100);
  await load.stop();
  expect(ledger.isStill).toBe(false);
  const before = load.acknowledged.filter((one) => one.at < Date.parse(endedAt));
  expect(before.length).toBeGreaterThan(100);
  const restored = await restore(stage, { from: 'busy', to: 'busy-data' }, before);
  expect(restored).toMatchObject({ faults: [], lost: 0, doubled: 0 });

  // The control: what came after the backup is not in it, and the same comparison must see that.
  const { keys } = restored;
  const late = load.acknowledged.filter((one) => !keys.has(one.key));
  expect(late.length).toBeGreaterThan(10);
  expect(late.every((one) => one.at >= Date.parse(endedAt))).toBe(true);
  const whole = await compare(stage.app.db, load.acknowledged);
  expect(whole).toMatchObject({ lost: 0, doubled: 0 });
  const { lost, doubled } = restored;
  const holds = lost === 0 && doubled === 0;
  report({
    what: 'busy',
    acknowledged: before.length,
    lost,
    doubled,
    controlLost: late.length,
    holds,
  });
});

test('a restore to a point in time has all that was acknowledged before it, and nothing later', async () => {
  const load = keepDepositing(stage, seed + 1);
  await load.more(100);
  await backUp(stage, 'base');
  await load.more(200);
  const until = new Date();
  await load.more(200);
  await load.stop();
  await endLogFile(stage.app, stage.archive);
  const { archive } = stage;
  const before = load.acknowledged.filter((one) => one.at < until.getTime());
  const after = load.acknowledged.filter((one) => one.sentAt > until.getTime());
  expect(Math.min(before.length, after.length)).toBeGreaterThan(50);

  const order = { from: 'base', to: "then's 5%d data", archive, until };
  const then = await restore(stage, order, before);
  expect(then).toMatchObject({ faults: [], lost: 0, doubled: 0 });
  expect(after.filter((one) => then.keys.has(one.key))).toEqual([]);

  const newest = await restore(
    stage,
    { from: 'base', to: 'newest-data', archive },
    load.acknowledged,
  );
  expect(newest).toMatchObject({ faults: [], lost: 0, doubled: 0 });
  expect(newest.digest).toEqual(await ledgerDigest(stage.app.db));

  // Restored and worked on, it has a history of its own, which the next restore follows.
  const { timeline, digest } = await workOn('newest-data', archive);
  expect(timeline).toBe('00000002');
  const next = await restore(stage, { from: 'base', to: 'next-data', archive });
  expect(next).toMatchObject({ faults: [], digest });
  expect((await workOn('next-data', archive)).timeline).toBe('00000003');

  // The control: without the archive the same comparison misses what came after the backup.
  const bare = await restore(stage, { from: 'base', to: 'bare-data' }, load.acknowledged);
  expect(bare.faults).toEqual([]);
  expect(bare.lost).toBeGreaterThan(after.length);
  const { acknowledged, lost, doubled } = then;
  const holds = lost === 0 && doubled === 0;
  report({ what: 'until', acknowledged, lost, doubled, controlLost: bare.lost, holds });
});

test('a database that runs without the archive is started again with it', async () => {
  const dataDir = join(stage.folder, 'later-data');
  const archive = join(stage.folder, 'later-archive');
  await leaveBehind(dataDir);
  const next = await startEmbedded({ dataDir, archive });
  expect(next.attached).toBe(false);
  const client = new pg.Client({ connectionString: next.url });
  await client.connect();
  const { rows } = await client.query('show archive_mode');
  expect(rows).toEqual([{ archive_mode: 'on' }]);
  await client.end();
  await next.stop();
});

test('the archive is a matter of the embedded database alone', () => {
  const BACKUP_ARCHIVE = 'archive';
  expect(readConfig({ BACKUP_ARCHIVE }).backupArchive).toMatch(/^(\/|\w:).*archive$/);
  expect(readConfig({}).backupArchive).toBeUndefined();
  const DATABASE_URL = 'postgres://someone@db.example/pitboss';
  expect(() => readConfig({ BACKUP_ARCHIVE, DATABASE_URL })).toThrow('BACKUP_ARCHIVE');
});
