import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from './backup/manifest.ts';
import { restoreCluster } from './backup/restore-cluster.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { sentenceOf } from './kernel/sentence-of.ts';
import { type LedgerDigest, ledgerDigest, sayDigest } from './ledger/digest.ts';
import { auditAll } from './reports/audit-all.ts';

const usage =
  'Use: npm run restore -- FOLDER [--until 2026-11-15T10:00:00Z] [--archive FOLDER], ' +
  'with DATA_DIR set to a new folder';

interface Wanted {
  folder: string;
  until: Date | undefined;
  archive: string | undefined;
}

/** Makes the embedded database anew from a backup, up to a time if one is named. */
async function run(args: string[], config: Config): Promise<string[]> {
  const { folder, until, archive = config.backupArchive } = readOrder(args);
  if (config.databaseUrl) {
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: restore it with its own programs, see ' +
        'docs/operating.md.',
    );
  }
  const began = Date.now();
  const order = { folder, until, archive, dataDir: config.dataDir };
  const { backup, ledger, faults } = await restoreCluster(order, look);
  if (!archive && backup.ledger.isStill && ledger.sha256 !== backup.ledger.sha256) {
    faults.unshift(`The ledger is not the one of the backup, ${backup.ledger.sha256}.`);
  }
  if (ledger.entries < backup.ledger.entries) {
    faults.unshift('The ledger has fewer entries than when the backup began.');
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  return [
    `Restored the backup of ${backup.endedAt}${until ? ` up to ${until.toISOString()}` : ''}` +
      `${archive && !until ? ' and all of the archive' : ''} into ${config.dataDir}, ${seconds} s.`,
    `Ledger: ${sayDigest(ledger)}`,
    ...(faults.length > 0 ? faults : ['The books balance.']),
  ];
}

function readOrder(args: string[]): Wanted {
  const option = { type: 'string' } as const;
  const options = { until: option, archive: option };
  const given = parse(() => parseArgs({ args, options, allowPositionals: true }));
  const [folder, ...more] = given.positionals;
  const { until, archive } = given.values;
  const isTime = until === undefined || /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(until);
  const time = until === undefined ? undefined : new Date(until);
  if (!folder || more.length > 0 || !isTime || Number.isNaN(time?.getTime())) {
    throw new Error(usage);
  }
  return { folder: resolve(folder), until: time, archive: archive && resolve(archive) };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error(usage);
  }
}

interface Found {
  backup: Manifest;
  ledger: LedgerDigest;
  faults: string[];
}

/** The digest is of what was restored; the books are checked as this release keeps them. */
async function look(url: string, backup: Manifest): Promise<Found> {
  const { db, close } = openDatabase({ url, connectionsMax: 2, statementMs: 0 });
  try {
    const ledger = await ledgerDigest(db);
    await migrate(db);
    return { backup, ledger, faults: await auditAll(db, { connections: 2 }) };
  } finally {
    await close();
  }
}

try {
  const lines = await run(process.argv.slice(2), readConfig(process.env));
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
