/**
 * Whom to believe about a caller's address, for Fastify: as many proxies in front of the node as
 * there are, from the nearest on, so what a caller says of itself further to the left never counts.
 * A plain number will not do: Fastify then believes nobody.
 */
export function trustProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count > 0 && ((_address, hop) => hop < count);
}
