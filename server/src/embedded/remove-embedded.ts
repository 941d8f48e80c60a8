import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinished } from './cluster.ts';
import { embeddedHome, removeSignpost } from './home.ts';
import { embeddedLock } from './lock.ts';
import { survivingServer } from './server.ts';

/**
 * Removes the embedded database of a data folder, which nobody may be using, and answers where it
 * was. What is not ours in the data folder stays.
 */
export async function removeEmbedded(dataDir: string): Promise<string> {
  const home = embeddedHome(dataDir);
  const release = await embeddedLock(home.folder);
  try {
    if (await survivingServer(home)) throw new Error(`The database in ${home.folder} is in use.`);
    // Cut off from here on, the next start clears away what is left.
    const aside = join(home.folder, `${unfinished}${randomBytes(3).toString('hex')}`);
    await rename(home.cluster, aside);
    removeSignpost(dataDir);
    for (const name of await readdir(home.folder)) {
      if (name !== 'lock') {
        await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 5 });
      }
    }
  } finally {
    release();
  }
  // Whoever starts at this moment has the empty folder, and keeps it.
  await rmdir(home.folder).catch(() => {});
  return home.folder;
}
