import { expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { addressFinder, networkOf, siteOf, trustedNetworks } from './networks';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('%s counts for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('two addresses of one household count as one, and two households as two', () => {
  expect(networkOf('2001:db8:1:2::a')).toBe(networkOf('2001:db8:1:2:ffff::b'));
  expect(networkOf('2001:db8:1:2::a')).not.toBe(networkOf('2001:db8:1:3::a'));
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::a', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::b', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::1', 'forged, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', 'unknown', 'unknown'],
])('of %s with the header %s the client is %s', (remoteAddress, forwarded, client) => {
  const trusted = trustedNetworks({ behindProxy: true, trustedProxies: ['10.0.0.0/8'] });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  expect(addressFinder(trusted)(request)).toBe(client);
});
