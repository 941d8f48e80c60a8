import { isIPv6 } from 'node:net';

/**
 * What an address is counted by: itself, or of IPv6 the network of 64 bits, which is the least that
 * anybody is given and holds more addresses than could ever be counted one by one.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isFourInSix = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isFourInSix ? dotted(groups) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** All eight groups, each in its shortest form. */
function groupsOf(address: string): string[] {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right] = shortest.split('::').map((part) => part.split(':').filter(Boolean));
  if (!right) return left;
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}

function dotted(groups: string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
