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
