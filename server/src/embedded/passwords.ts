import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
    const password = randomBytes(24).toString('hex');
    writeFileSync(path, `${password}\n`, { mode: 0o600, flush: true });
    return password;
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

export function readShared(folder: string): string | undefined {
  const path = join(folder, sharedFile);
  return existsSync(path) ? read(path) : undefined;
}

function read(path: string): string {
  return readFileSync(path, 'utf8').trim();
}
