import { urlOf } from './address.ts';
import { embeddedHome } from './home.ts';
import { readPasswords } from './passwords.ts';
import { survivingServer } from './server.ts';

/** The address of the embedded database while a node runs it, for commands beside the node. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const home = embeddedHome(dataDir);
  const server = await survivingServer(home);
  return server && urlOf(server, 'owner', readPasswords(home.folder));
}
