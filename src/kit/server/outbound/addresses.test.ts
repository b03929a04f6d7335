import { expect, it } from 'vitest';
import { isPublic, networkList } from './addresses';

it.each([
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

it.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, where clouds answer', '169.254.169.254'],
  ['shared by a provider', '100.64.0.1'],
  ['protocols', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['relays of 6to4', '192.88.99.1'],
  ['benchmarks', '198.19.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:8.8.8.8'],
  ['IPv4 in IPv6', '::ffff:a00:1'],
  ['IPv4 of before', '::127.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['NAT64 of a network', '64:ff9b:1::a00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001:0:a00:1::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:a00:1::1'],
  ['unique local', 'fd00::1'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
])('%s: %s is not public', (_, address) => {
  expect(isPublic(address)).toBe(false);
});

it('tells whether an address is in a network', () => {
  const list = networkList(['10.0.0.0/8', '192.168.1.5', 'fd00::/8', '::1']);
  const inside = ['10.2.3.4', '192.168.1.5', 'fd12::1', '::1'].map(list.has);
  const outside = ['11.0.0.1', '192.168.1.6', 'fe80::1', '::2'].map(list.has);
  expect([inside, outside]).toEqual([Array(4).fill(true), Array(4).fill(false)]);
});
