import { type Addresses, checkNode } from './check-roles.ts';
import { openDatabase } from './database.ts';
import { roleIn } from './guarded-client.ts';
import { migrate } from './migrate.ts';
import { grantToNode } from './node-role.ts';
import type { Tell } from './tell-progress.ts';

/** The owner makes the tables and says what the node may do with them, and is not needed after. */
export async function bringToRelease(addresses: Addresses, tell: Tell): Promise<void> {
  const { url, ownerUrl = url } = addresses;
  const owner = openDatabase({ url: ownerUrl, connectionsMax: 3, statementMs: 0 });
  try {
    await migrate(owner.db, tell);
    await grantToNode(owner.db, roleIn(url));
  } finally {
    await owner.close();
  }
  const node = openDatabase({ url, connectionsMax: 1 });
  try {
    await checkNode(node.db, url);
  } finally {
    await node.close();
  }
}
