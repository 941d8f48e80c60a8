import { embeddedHome } from './home.ts';
import { prepareNext, readPasswords } from './passwords.ts';
import { ensureDatabase } from './roles.ts';
import { survivingServer } from './server.ts';

/**
 * Gives all roles of the running embedded database new passwords, all at the same moment. A node
 * on it reads its own anew for each connection. Answers the folder that they are kept in.
 */
export async function rotatePasswords(dataDir: string): Promise<string> {
  const home = embeddedHome(dataDir);
  const server = await survivingServer(home);
  if (!server) throw new Error(`The embedded database in ${home.folder} does not run.`);
  const before = readPasswords(home.folder);
  prepareNext(home.folder);
  await ensureDatabase(home, server, before);
  return home.folder;
}
