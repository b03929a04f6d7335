import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { addressFinder, isNetwork, isWithin, networkOf, siteOf, trustedNetworks } from './networks';

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

test.each([
  ['10.0.0.1', ['10.0.0.1'], true],
  ['10.0.0.2', ['10.0.0.1'], false],
  ['10.0.0.2', ['10.0.0.1', '10.0.0.2'], true],
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['10.9.9.9/8'], true],
  ['10.1.2.3', ['10.1.2.3/32'], true],
  ['10.1.2.4', ['10.1.2.3/32'], false],
  ['10.1.2.3', ['0.0.0.0/0'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:a01:203', ['10.0.0.0/8'], true],
  ['::ffff:11.1.2.3', ['10.0.0.0/8'], false],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:0DB8:0:0::1', ['2001:db8::1'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['10.1.2.3', ['2001:db8::/32'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('%j within %j: %s', (address, networks, isIn) => {
  expect(isWithin(address, networks)).toBe(isIn);
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['2001:db8::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/-1', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/255.0.0.0', false],
  ['10.0.0', false],
  ['010.0.0.1', false],
  ['167772161', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  ['', false],
])('%j is a network: %s', (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});

const octet = fc.integer({ min: 0, max: 255 });
const bytes = fc.tuple(octet, octet, octet, octet);

test('an IPv4 address is in a network when their first bits are the same', () => {
  const bitsOf = (parts: readonly number[]) =>
    parts.map((part) => part.toString(2).padStart(8, '0')).join('');
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 0, max: 32 }), (one, other, prefix) => {
      const isSame = bitsOf(one).slice(0, prefix) === bitsOf(other).slice(0, prefix);
      const network = `${other.join('.')}/${prefix}`;
      expect(isWithin(one.join('.'), [network])).toBe(isSame);
      expect(isWithin(`::ffff:${one.join('.')}`, [network])).toBe(isSame);
    }),
  );
});
