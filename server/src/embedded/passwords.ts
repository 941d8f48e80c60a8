import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedHome } from './home.ts';

/** The roles of the embedded database: whoever has the password of one has not the others'. */
export const roles = { superuser: 'postgres', owner: 'pitboss', node: 'pitboss_node' } as const;
export type Passwords = Record<keyof typeof roles, string>;

const files: Passwords = {
  superuser: 'password-superuser',
  owner: 'password-owner',
  node: 'password-node',
};

/** The one that the node's connections read their password from. */
export const nodePasswordFile = files.node;

/** What a role's password is about to become, in a file beside that of the old one. */
const next = '.next';

/** Databases of earlier releases have one password for all, until the next start changes it. */
export const sharedFile = 'password';

export const passwordFiles = [sharedFile, ...Object.values(files)];

/** What each role's password is, or is to become; on first use they are made up. */
export function preparePasswords(home: EmbeddedHome): Passwords {
  const mayMake = !existsSync(home.cluster) || existsSync(join(home.folder, sharedFile));
  const prepare = (file: string) => {
    const path = join(home.folder, file);
    if (existsSync(path)) return read(path);
    if (!mayMake) {
      throw new Error(`The password file ${path} of the database is gone: bring it back.`);
    }
    return makeUp(path);
  };
  return {
    superuser: prepare(files.superuser),
    owner: prepare(files.owner),
    node: prepare(files.node),
  };
}

/** What each role's password is in a database that runs or was backed up. */
export function readPasswords(folder: string): Passwords {
  const shared = readShared(folder);
  if (shared !== undefined) return { superuser: shared, owner: shared, node: shared };
  return {
    superuser: read(join(folder, files.superuser)),
    owner: read(join(folder, files.owner)),
    node: read(join(folder, files.node)),
  };
}

/**
 * New passwords, made up and on the disk before any of them counts. From here on the change is
 * finished by whoever comes next, however often it is broken off.
 */
export function prepareNext(folder: string): void {
  for (const file of Object.values(files)) {
    const path = join(folder, `${file}${next}`);
    if (!existsSync(path)) makeUp(path);
  }
}

/** Those of a change that is under way or was broken off. */
export function readNext(folder: string): Partial<Passwords> {
  const found = Object.entries(files)
    .map(([role, file]) => [role, join(folder, `${file}${next}`)] as const)
    .filter(([, path]) => existsSync(path));
  return Object.fromEntries(found.map(([role, path]) => [role, read(path)]));
}

/** They count in the database now, so they take the place of the old ones. */
export function takeNext(folder: string): void {
  for (const file of Object.values(files)) {
    const path = join(folder, `${file}${next}`);
    if (existsSync(path)) renameSync(path, join(folder, file));
  }
}

function makeUp(path: string): string {
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

export function readShared(folder: string): string | undefined {
  const path = join(folder, sharedFile);
  return existsSync(path) ? read(path) : undefined;
}

function read(path: string): string {
  return readFileSync(path, 'utf8').trim();
}
