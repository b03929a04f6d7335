import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkList } from '~/kit/server/outbound/addresses';

/** The proxies that are believed what they say of a client's address; behind a proxy also those of this machine. */
export function trustedNetworks({
  behindProxy,
  trustedProxies,
}: {
  behindProxy: boolean;
  trustedProxies: readonly string[];
}): string[] {
  return [...(behindProxy ? ['127.0.0.1/8', '::1/128'] : []), ...trustedProxies];
}

/** Finds the address of a client as the server's calls do: the nearest one that is not a trusted proxy. */
export function addressFinder(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = networkList(trusted);
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const nearest = socket.remoteAddress ?? '';
    const addresses = [nearest, ...forwarded.map((each) => each.trim()).toReversed()].filter(
      Boolean,
    );
    // A header may hold anything.
    const isClient = (address: string) => isIP(address) === 0 || !proxies.has(address);
    return addresses.find(isClient) ?? addresses.at(-1) ?? '';
  };
}

/** Whether a text is an address, or a network such as `203.0.113.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** Whether an address is in any of the networks; an IPv4 address in IPv6 is the same address. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const [plain = ''] = address.split('%');
  return isIP(plain) !== 0 && networkList(networks).has(plain);
}

/**
 * The network that an address counts for: an IPv4 address itself, of IPv6 its first 64 bits, which one household or one
 * attacker has whole (docs/product/sign-in.md#lock-out).
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4);
}

/** The site of an address: an IPv4 address itself, of IPv6 its first 48 bits, which a provider gives to one customer. */
export function siteOf(address: string): string {
  return prefixOf(address, 3);
}

function prefixOf(address: string, groups: number): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%');
  const [before = '', after] = bare.split('::');
  const first = groupsOf(before);
  const last = groupsOf(after ?? '');
  const gap = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(gap).fill('0'), ...last];
  const prefix = all.slice(0, groups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
