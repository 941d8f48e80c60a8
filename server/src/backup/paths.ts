import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordFiles } from '../embedded/passwords.ts';
import { isMissing } from './files.ts';

/** With these PostgreSQL itself would make links that lead out of the cluster. */
const leadingOut = /^cluster\/(tablespace_map$|pg_tblspc\/)/i;

/**
 * Whether a path of a backup's list stays in its folder on every system: no root, no drive, no way
 * up, and nothing that Windows reads as a separator or a stream. Whoever wrote the list may have
 * computed its hash too, so the hash alone proves nothing.
 */
export function isInsideBackup(path: string): boolean {
  const isPlain = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  const isWithin =
    path === 'cluster' || path.startsWith('cluster/') || passwordFiles.includes(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a name is what we look for.
  return isPlain && isWithin && !/[\\:\u0000-\u001f]/.test(path) && !leadingOut.test(path);
}

/** A link in the place of a folder or a file would have us read what was never backed up. */
export async function refuseLinks(from: string, paths: string[]): Promise<void> {
  for (const path of new Set(paths.flatMap(withParents))) {
    const found = await lstat(join(from, path)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found && !found.isFile() && !found.isDirectory()) {
      throw new Error(`The backup in ${from} is not one of ours: ${path} is a link.`);
    }
  }
}

function withParents(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
