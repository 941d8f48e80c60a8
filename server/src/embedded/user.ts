import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

export type SystemUser = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so root hands it to an account without rights. */
export function embeddedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (!user) {
    throw new Error(
      'The embedded database cannot run as root and finds neither an account "postgres" nor ' +
        '"nobody": make one, start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return user;
}

function lookUp(name: string): SystemUser | undefined {
  const ask = (flag: string) =>
    Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

/** The rights are the bits of an octal digit: 4 read, 2 write, 1 enter or run. */
export function permits(path: string, user: SystemUser | undefined, rights: number): boolean {
  if (!user) return true;
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

/** Entering a folder takes the right to enter each folder above it as well. */
export function mayEnter(folder: string, user: SystemUser | undefined): boolean {
  const above = dirname(folder);
  return permits(folder, user, 1) && (above === folder || mayEnter(above, user));
}
