import { roles } from '@pitboss/server/embedded/passwords';

/** The same throw-away database, signed in as a node instead of as the owner. */
export function nodeUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = roles.node;
  return url.href;
}
