/** The role that nodes sign in with to the embedded database; it has the owner's password. */
export const nodeRole = 'pitboss_node';

/** The same embedded database, signed in as a node instead of as the owner. */
export function nodeUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = nodeRole;
  return url.href;
}
