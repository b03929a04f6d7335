import { BlockList, isIPv6 } from 'node:net';

/** Addresses and networks such as `10.0.0.5` and `10.0.0.0/8`, to ask whether an address is in one of them. */
export function networkList(networks: readonly string[]): { has: (address: string) => boolean } {
  const list = new BlockList();
  for (const each of networks) {
    const [network = '', prefix] = each.split('/');
    const family = familyOf(network);
    list.addSubnet(network, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return { has: (address) => list.check(address, familyOf(address)) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** What IANA lists as special among the addresses of the internet: of this machine, of local networks, of tests. */
const special = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** All else of IPv6 is not given out, local, or an IPv4 address in another form. */
const givenOut = networkList(['2000::/3']);

/** Whether an address is one of the public internet; an IPv4 address within one of IPv6 is not. */
export function isPublic(address: string): boolean {
  return !special.has(address) && (!address.includes(':') || givenOut.has(address));
}
