import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { embeddedUser, mayEnter, type SystemUser } from './user.ts';

/** Where the database of a data folder lives, and the account that runs it when we are root. */
export type EmbeddedHome = { folder: string; cluster: string; user: SystemUser | undefined };

export const shelter = '/var/lib/pitboss';
const signpost = 'database-is-elsewhere.txt';

/**
 * The home is `database/` in the data folder. When root starts us and the account that runs
 * PostgreSQL may not enter the data folder, it is below the shelter and a signpost names it.
 */
export function embeddedHome(dataDir: string): EmbeddedHome {
  const data = makeDataDir(dataDir);
  const elsewhere = readSignpost(data);
  const folder = elsewhere ?? join(data, 'database');
  const cluster = join(folder, 'cluster');
  const user = ownerOf(cluster);
  refuseForeignFolder(folder);
  if (!mayEnter(existsSync(folder) ? folder : data, user)) {
    if (existsSync(cluster)) {
      throw new Error(
        `The account that owns the database in ${cluster} may not enter the folders above it: ` +
          'give it the right to enter them, or move the data folder.',
      );
    }
    return moveToShelter(data, user);
  }
  makeHome(folder, user);
  return { folder, cluster, user };
}

/** Whether a database was ever begun in the data folder; nothing is made by asking. */
export function holdsDatabase(dataDir: string): boolean {
  const paths = [join('database', 'cluster'), signpost];
  return paths.some((path) => existsSync(join(resolve(dataDir), path)));
}

/** For whoever removes a database that is elsewhere. */
export function removeSignpost(dataDir: string): void {
  rmSync(join(resolve(dataDir), signpost), { force: true });
}

/** An empty folder is as good as one of our making; one with contents keeps its rights. */
function makeDataDir(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true });
    const data = realpathSync(path);
    const isOurs = statSync(data).uid === process.getuid?.();
    if (isOurs && readdirSync(data).length === 0) chmodSync(data, modeFor(embeddedUser()));
    return data;
  } catch (error) {
    throw new Error(`The data folder ${path} cannot be used: ${sentenceOf(error)}.`);
  }
}

/** Root's folders let the other account through to its own folder, and show it nothing else. */
function modeFor(user: SystemUser | undefined): number {
  return user ? 0o711 : 0o700;
}

function makeHome(folder: string, user: SystemUser | undefined): void {
  if (mkdirSync(folder, { recursive: true, mode: modeFor(user) })) chmodSync(folder, modeFor(user));
}

function readSignpost(data: string): string | undefined {
  const path = join(data, signpost);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const folder = lines.find((line) => line.startsWith(`${shelter}/`))?.trim();
  if (folder && existsSync(folder)) return folder;
  throw new Error(
    `The database that ${path} names is gone: bring ${folder ?? 'it'} back from a backup, ` +
      'or remove that file to begin with an empty database.',
  );
}

/** An existing database is run by the account that owns it, whichever one we would choose now. */
function ownerOf(cluster: string): SystemUser | undefined {
  const chosen = embeddedUser();
  if (!chosen || !existsSync(cluster)) return chosen;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? chosen : { uid, gid };
}

function refuseForeignFolder(folder: string): void {
  const me = process.getuid?.();
  if (!me || !existsSync(folder) || statSync(folder).uid === me) return;
  throw new Error(
    `The database in ${folder} belongs to another account: start as that account, or set ` +
      'DATA_DIR to a folder of your own.',
  );
}

/** The random ending keeps a removed and newly made data folder from finding its old database. */
function moveToShelter(data: string, user: SystemUser | undefined): EmbeddedHome {
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 16);
  const folder = join(shelter, `${hash}-${randomBytes(3).toString('hex')}`);
  try {
    makeHome(shelter, user);
    makeHome(folder, user);
  } catch (error) {
    throw new Error(
      `The account that runs the database may not enter ${data} and ${shelter} cannot be made ` +
        `(${sentenceOf(error)}): set DATA_DIR to a folder that every account may enter.`,
    );
  }
  const text = [
    'The account that runs the database may not enter this folder, so the database is kept in',
    folder,
    'Back up that folder together with this one.',
  ];
  writeFileSync(join(data, signpost), `${text.join('\n')}\n`, { mode: 0o600 });
  return { folder, cluster: join(folder, 'cluster'), user };
}
