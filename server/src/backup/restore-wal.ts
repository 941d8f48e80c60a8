import { chown, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EmbeddedHome } from '../embedded/home.ts';
import { forEach } from './files.ts';
import type { Manifest } from './manifest.ts';

const archived = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)(\.gz)?$/;
/** A file of the log holds this much of a number of 32 bits, and the next number follows. */
const logBytes = 2 ** 32;
const pageBytes = 8_192;

/**
 * Unpacks what the archive has since the backup, for the account that runs the database may not be
 * able to read there. Answers with the last file, none when the archive has nothing newer.
 */
export async function unpackArchive(
  archive: string,
  backup: Manifest,
  to: string,
): Promise<string | undefined> {
  const folder = join(archive, backup.systemIdentifier);
  const present = await readdir(folder).catch(() => {
    throw new Error(`There is no archive of this backup's database in ${archive}.`);
  });
  const wanted = present.filter((file) => isSince(file, backup.firstWal));
  const bytes = segmentBytes(backup);
  await forEach(wanted, async (file) => {
    const content = await unpack(join(folder, file));
    const name = file.replace('.gz', '');
    const isWhole = name.endsWith('.history') || content.length === bytes;
    if (!isWhole) throw new Error(`The file ${join(folder, file)} of the archive is damaged.`);
    await writeSparse(join(to, name), content);
  });
  const files = wanted.map((file) => file.replace('.gz', ''));
  return files
    .filter((file) => !file.endsWith('.history'))
    .sort()
    .at(-1);
}

function isSince(file: string, first: string): boolean {
  const name = archived.exec(file)?.[1];
  return name !== undefined && (name.endsWith('.history') || name.slice(8) >= first.slice(8));
}

async function unpack(path: string): Promise<Buffer> {
  const content = await readFile(path);
  if (!path.endsWith('.gz')) return content;
  return promisify(gunzip)(content).catch(() => {
    throw new Error(`The file ${path} of the archive is damaged.`);
  });
}

/** A file that was ended early is mostly zeros, which need no room on the disk. */
async function writeSparse(path: string, content: Buffer): Promise<void> {
  const zeros = Buffer.alloc(pageBytes);
  let end = content.length;
  while (end >= pageBytes && content.subarray(end - pageBytes, end).equals(zeros)) end -= pageBytes;
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content.subarray(0, end));
    await file.truncate(content.length);
  } finally {
    await file.close();
  }
}

/** Refuses an archive with a hole, which PostgreSQL would take for its end. */
export async function refuseHole(to: string, backup: Manifest, last: string): Promise<void> {
  const kept = backup.files.map((file) => file.path.split('/').at(-1) ?? '');
  const there = new Set([...kept, ...(await readdir(to))].map((name) => name.slice(8)));
  const size = segmentBytes(backup);
  for (let at = placeOf(backup.firstWal, size); at <= placeOf(last, size); at += 1) {
    const perLog = logBytes / size;
    const name = hex(Math.floor(at / perLog)) + hex(at % perLog);
    if (!there.has(name)) {
      throw new Error(
        `The archive has a hole: ${last.slice(0, 8)}${name} is missing. Name a time before it ` +
          'with --until, or restore the backup alone.',
      );
    }
  }
}

/** Whether recovery came to the file, by the place where its new history leaves the old one. */
export async function cameTo(last: string, cluster: string, backup: Manifest): Promise<boolean> {
  const text = await readFile(join(cluster, 'pg_wal', await newestHistory(cluster)), 'utf8');
  const [, lsn = '0/0'] = text.trim().split('\n').at(-1)?.split('\t') ?? [];
  const [high = '0', low = '0'] = lsn.split('/');
  const reached = Number.parseInt(high, 16) * logBytes + Number.parseInt(low, 16);
  const size = segmentBytes(backup);
  return reached >= placeOf(last, size) * size;
}

/** The next start archives the new history first: who restores after us must not begin it again. */
export async function announceHistory({ cluster, user }: EmbeddedHome): Promise<void> {
  const name = `${await newestHistory(cluster)}.ready`;
  const path = join(cluster, 'pg_wal', 'archive_status', name);
  await writeFile(path, '', { mode: 0o600 });
  if (user) await chown(path, user.uid, user.gid);
}

async function newestHistory(cluster: string): Promise<string> {
  const files = await readdir(join(cluster, 'pg_wal'));
  return (
    files
      .filter((file) => file.endsWith('.history'))
      .sort()
      .at(-1) ?? ''
  );
}

function segmentBytes(backup: Manifest): number {
  return backup.files.find((file) => file.path.endsWith(backup.firstWal))?.bytes ?? 0;
}

/** The running number of a file: its name is its history, then two numbers of eight digits. */
function placeOf(name: string, size: number): number {
  const [log, file] = [name.slice(8, 16), name.slice(16)].map((part) => Number.parseInt(part, 16));
  return ((log ?? 0) * logBytes) / size + (file ?? 0);
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
