import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['no address', 'no address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
