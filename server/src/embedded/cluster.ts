import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from './binaries.ts';
import type { EmbeddedHome } from './home.ts';
import { roles } from './passwords.ts';
import { cleanEnvironment } from './server.ts';

/** How folders begin in which a cluster is made or restored. */
export const unfinished = 'unfinished-';

/**
 * All is made in a folder beside its place and renamed at the end, so a start that was killed
 * half-way leaves no cluster at all and the next one begins anew.
 */
export async function makeCluster(
  home: EmbeddedHome,
  bin: string,
  password: string,
): Promise<void> {
  await removeUnfinished(home);
  const making = await mkdtemp(join(home.folder, unfinished));
  const passwordFile = join(making, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.user) await giveTo(making, home.user.uid, home.user.gid);
  const draft = join(making, 'cluster');
  // The built-in provider orders by code point and knows upper and lower case the same
  // everywhere; a collation of the operating system may change and break indexes.
  const args = [
    '-D',
    draft,
    '-U',
    roles.superuser,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  try {
    const options = { ...home.user, env: cleanEnvironment(), cwd: making };
    await promisify(execFile)(join(bin, program('initdb')), args, options);
  } catch (error) {
    const said = error instanceof Error ? lastLines(error) : String(error);
    throw new Error(`The embedded database could not be made. PostgreSQL says:\n${said}`);
  }
  await rename(draft, home.cluster);
  await removeUnfinished(home);
}

/** Each attempt has its own name: the program of a killed start may still be writing its own. */
export async function removeUnfinished(home: EmbeddedHome): Promise<void> {
  for (const entry of await readdir(home.folder)) {
    if (!entry.startsWith(unfinished)) continue;
    await rm(join(home.folder, entry), { recursive: true, force: true, maxRetries: 5 });
  }
}

function lastLines(error: Error & { stderr?: string }): string {
  const text = error.stderr?.trim() || error.message;
  return text.split('\n').slice(-12).join('\n');
}

export async function giveTo(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}
