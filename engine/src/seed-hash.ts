import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** What is published before the round: it binds the seed, of which it tells nothing. */
export function seedHash(seedHex: string): string {
  return bytesToHex(sha256(hexToBytes(seedHex)));
}
