import { type Addresses, checkRoles } from '../db/check-roles.ts';
import { nodeAddress } from './node-address.ts';
import { type Place, reachDatabase } from './reach-database.ts';

interface Reached {
  /** As the owner of the tables. */
  url: string;
  addresses: Addresses;
  stop(): Promise<void>;
}

/**
 * The same for a command that has the node's settings and must not go on where a node would not
 * start: both addresses are judged first, and what works but is weaker is told.
 */
export async function reachChecked(
  config: Place,
  tell: (weakness: string) => void,
): Promise<Reached> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl) {
    const addresses = { url: databaseUrl, ownerUrl: databaseOwnerUrl };
    for (const { says } of await checkRoles(addresses)) tell(says);
    return { ...(await reachDatabase(config)), addresses };
  }
  const { url: ownerUrl, stop } = await reachDatabase(config);
  return {
    url: ownerUrl,
    addresses: { url: nodeAddress(config.dataDir, ownerUrl), ownerUrl },
    stop,
  };
}
