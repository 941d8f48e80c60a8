import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lastBackup } from '../backup/last-backup.ts';
import type { Config } from '../config.ts';
import { embeddedHome, holdsDatabase } from '../embedded/home.ts';
import { version } from '../kernel/checkout.ts';
import { lookAtDisk } from '../notifications/watch-platform.ts';
import { type Finding, good, weak, wrong } from './finding.ts';
import { minuteOf } from './look-at-database.ts';

export function lookAtRelease(): Finding {
  return good('release', `Pitboss ${version} on Node ${process.versions.node}.`);
}

/** Of the embedded database; the disk of another server is its own administrator's to watch. */
export async function lookAtSpace(config: Config): Promise<Finding[]> {
  if (config.databaseUrl) {
    return [good('disk', "The database's disk is on its server: watch it there.")];
  }
  if (!holdsDatabase(config.dataDir)) return [];
  const { folder } = embeddedHome(config.dataDir);
  const { disk } = await lookAtDisk(folder);
  if (disk === undefined) return [good('disk', `There is room enough where ${folder} lies.`)];
  const remedy = 'Make room; archive old months (npm run admin -- retention).';
  return [wrong('disk', `The disk of ${folder} is nearly full: ${disk}`, remedy)];
}

const hourMs = 3_600_000;
/** A night and a little. */
const backupMaxMs = 26 * hourMs;

interface Backup {
  at: Date;
  folder: string;
}

/** How old the newest copy is: in a folder that is named, or where the last command put it. */
export async function lookAtBackups(
  config: Config,
  folder: string | undefined,
  nowMs = Date.now(),
): Promise<Finding[]> {
  if (config.demo && folder === undefined) return [good('backup', 'A demo needs none.')];
  const found: Finding[] = [];
  const known = folder === undefined ? ownBackup(config) : await newestIn(folder);
  const how = config.databaseUrl ? 'pg_dump' : 'npm run backup';
  const remedy = `Make one now and every night: ${how}, see docs/operating.md.`;
  if (!known && folder === undefined && config.databaseUrl) {
    const says = 'Where the backups of a PostgreSQL of your own are is not known here.';
    found.push(
      weak('backup', says, 'Name their folder: npm run admin -- doctor --backups FOLDER.'),
    );
  } else if (!known) {
    found.push(wrong('backup', `There is no backup${folder ? ` in ${folder}` : ''}.`, remedy));
  } else {
    const hours = Math.round((nowMs - known.at.getTime()) / hourMs);
    const says = `The newest is ${hours} hours old: ${known.folder}, ${minuteOf(known.at)}.`;
    const isOld = nowMs - known.at.getTime() > backupMaxMs;
    found.push(isOld ? wrong('backup', says, remedy) : good('backup', says));
  }
  if (!config.databaseUrl && !config.backupArchive) {
    const says = 'BACKUP_ARCHIVE is not set: what came after the newest backup would be lost.';
    found.push(weak('archive', says, 'Set it to a folder on another disk.'));
  }
  return found;
}

function ownBackup({ databaseUrl, dataDir }: Config): Backup | undefined {
  if (databaseUrl || !holdsDatabase(dataDir)) return undefined;
  return lastBackup(embeddedHome(dataDir).folder);
}

/** A backup of ours is as old as its list, anything else as its last change. */
async function newestIn(folder: string): Promise<Backup | undefined> {
  const names = await readdir(folder).catch(() => []);
  const whole = names.filter((name) => !name.includes('.unfinished-'));
  const found = await Promise.all(
    whole.map(async (name) => {
      const path = join(folder, name);
      const { mtime } = await stat(join(path, 'backup.json')).catch(() => stat(path));
      return { at: mtime, folder: path };
    }),
  );
  return found.sort((a, b) => b.at.getTime() - a.at.getTime())[0];
}
