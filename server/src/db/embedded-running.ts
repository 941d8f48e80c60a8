import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedHome } from './embedded-home.ts';
import { survivingServer } from './embedded-server.ts';

/** The address of the embedded database while a node runs it, for commands beside the node. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const home = embeddedHome(dataDir);
  const server = await survivingServer(home);
  if (!server) return undefined;
  const password = readFileSync(join(home.folder, 'password'), 'utf8').trim();
  return `postgres://pitboss:${password}@127.0.0.1:${server.port}/pitboss`;
}
