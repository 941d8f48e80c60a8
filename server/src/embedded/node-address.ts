import { embeddedHome } from './home.ts';
import { readPasswords, roles } from './passwords.ts';

/** The embedded database as a node signs in, where the owner's address is known. */
export function nodeAddress(dataDir: string, ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = roles.node;
  url.password = readPasswords(embeddedHome(dataDir).folder).node;
  return url.href;
}
