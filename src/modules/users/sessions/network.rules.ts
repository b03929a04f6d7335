/**
 * The network that failed sign-ins of an address count for: an IPv4 address itself, of IPv6 its first 64 bits, which
 * one household or one attacker has whole (docs/product/sign-in.md#lock-out).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%');
  const [before = '', after] = bare.split('::');
  const first = groupsOf(before);
  const last = groupsOf(after ?? '');
  const gap = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(gap).fill('0'), ...last];
  const four = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${four.join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
