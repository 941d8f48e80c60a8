/** The same database, signed in as nodes are: by the role that the embedded database has for them. */
export function nodeUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'pitboss_node';
  return url.href;
}
