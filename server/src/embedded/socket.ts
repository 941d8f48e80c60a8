import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from './address.ts';
import type { EmbeddedHome } from './home.ts';
import { mayEnter, type SystemUser } from './user.ts';

/** On Windows Node knows none of the kind that PostgreSQL makes. */
export const hasSockets = process.platform !== 'win32';

/** Part of the socket's name only: each database has a folder of its own. */
const port = 5432;
const socketName = `.s.PGSQL.${port}`;

/** How long a socket's path may be on macOS, in bytes; Linux allows four more. */
const pathMax = 103;

/** The folder of a socket that did not fit into the data folder. */
const noteName = 'socket-is-elsewhere.txt';

/**
 * A place for the server's socket that nobody may enter but the account that runs it, and root: in
 * the data folder, or where its path is too long or its disk knows no sockets, in the system's
 * folder for temporary files.
 */
export async function socketAddress(home: EmbeddedHome): Promise<Address> {
  const ownFolder = join(home.folder, 'socket');
  const remembered = existsSync(noteOf(home)) ? readFileSync(noteOf(home), 'utf8').trim() : '';
  for (const socketFolder of [ownFolder, remembered]) {
    if (socketFolder && (await isSuitable(socketFolder, home.user))) return { port, socketFolder };
  }
  for (const base of new Set([tmpdir(), '/tmp'])) {
    if (!isShort(join(base, 'pitboss-XXXXXX')) || !mayEnter(base, home.user)) continue;
    const socketFolder = mkdtempSync(join(base, 'pitboss-'));
    writeFileSync(noteOf(home), `${socketFolder}\n`, { mode: 0o600, flush: true });
    if (await isSuitable(socketFolder, home.user)) return { port, socketFolder };
  }
  throw new Error(
    `The database's socket fits neither into ${ownFolder} nor into ${tmpdir()}: ` +
      'set DATA_DIR to a shorter path.',
  );
}

/** A socket elsewhere leaves nothing behind. */
export function leaveSocketFolder(home: EmbeddedHome, { socketFolder }: Address): void {
  if (socketFolder === undefined) return;
  try {
    rmdirSync(socketFolder);
    rmSync(noteOf(home), { force: true });
  } catch {
    // It is used again by the next start.
  }
}

/**
 * Makes sure that the folder is there and belongs to the account that runs the server, and takes
 * away what a killed server left in it: it is kept from starting if another process has its number.
 */
export function prepareSocketFolder(folder: string, user: SystemUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid: me = -1, gid = -1 } = { uid: process.getuid?.(), gid: process.getgid?.() };
  const owner = user ?? { uid: me, gid };
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== owner.uid && found.uid !== me)) {
    throw new Error(`The folder ${folder} of the database's socket belongs to somebody else.`);
  }
  if (found.uid !== owner.uid) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  for (const name of [socketName, `${socketName}.lock`])
    rmSync(join(folder, name), { force: true });
}

async function isSuitable(folder: string, user: SystemUser | undefined): Promise<boolean> {
  if (!isShort(folder)) return false;
  try {
    prepareSocketFolder(folder, user);
  } catch {
    return false;
  }
  return holdsSocket(join(folder, 'trial'));
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= pathMax;
}

/** Some shared disks know no sockets, which only shows when one is made. */
function holdsSocket(path: string): Promise<boolean> {
  return new Promise((done) => {
    const trial = createServer();
    trial.once('error', () => done(false));
    trial.listen(path, () => trial.close(() => done(true)));
  });
}

function noteOf(home: EmbeddedHome): string {
  return join(home.folder, noteName);
}
