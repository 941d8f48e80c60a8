import { resolve } from 'node:path';
import { sql } from 'kysely';
import { backupCluster } from './backup/backup-cluster.ts';
import { noteBackup } from './backup/last-backup.ts';
import { type Config, readConfig } from './config.ts';
import { type Db, openDatabase } from './db/database.ts';
import { embeddedHome } from './embedded/home.ts';
import { reachDatabase } from './embedded/reach-database.ts';
import { version } from './kernel/checkout.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { ledgerDigest, sayDigest } from './ledger/digest.ts';

const usage = 'Use: npm run backup -- FOLDER, a folder that is not there yet, or --digest';

/** Copies the embedded database, while a node works on it or alone. */
async function run([folder, ...more]: string[], config: Config): Promise<string[]> {
  if (!folder || more.length > 0) throw new Error(usage);
  if (folder === '--digest') return [await digestOnly(config)];
  if (folder.startsWith('-')) throw new Error(usage);
  if (config.databaseUrl) {
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: back it up with its own programs, see ' +
        'docs/operating.md.',
    );
  }
  const began = Date.now();
  const place = await reachDatabase(config);
  const { db, close } = openDatabase({ url: place.url, connectionsMax: 1, statementMs: 0 });
  try {
    const { ledger, files, ...backup } = await backupCluster({
      dataDir: config.dataDir,
      url: place.url,
      folder: resolve(folder),
      product: version,
      digest: () => ledgerDigest(db),
    });
    const { endedAt } = backup;
    noteBackup(embeddedHome(config.dataDir).folder, { endedAt, folder: resolve(folder) });
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    return [
      `Backed up to ${resolve(folder)}: ${files.length} files, ${Math.ceil(bytes / 1e6)} MB, ` +
        `${seconds} s. All that was acknowledged before ${endedAt} is in it.`,
      `Ledger ${ledger.isStill ? 'of the backup' : 'when it began'}: ${sayDigest(ledger)}`,
      ...(config.backupArchive ? await lookAtArchive(db, backup.firstWal) : []),
    ];
  } finally {
    await close();
    await place.stop();
  }
}

/** Of any database, to compare one that was restored by other means with its source. */
async function digestOnly(config: Config): Promise<string> {
  const place = await reachDatabase(config);
  const { db, close } = openDatabase({ url: place.url, connectionsMax: 1, statementMs: 0 });
  try {
    return `Ledger: ${sayDigest(await ledgerDigest(db))}`;
  } finally {
    await close();
    await place.stop();
  }
}

/** A restore to a time reads the archive from the backup's first file on; a broken one is told. */
async function lookAtArchive(db: Db, firstWal: string): Promise<string[]> {
  const { rows } = await sql<{ failed: string | null }>`
    select last_failed_wal as failed from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(db);
  const failed = rows[0]?.failed;
  return [
    `With this backup the archive is needed from ${firstWal} on.`,
    ...(failed ? [`WARNING: ${failed} could not be archived: see the database's log.`] : []),
  ];
}

try {
  const lines = await run(process.argv.slice(2), readConfig(process.env));
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
