const oneYearSeconds = 31_536_000;

// Styles are allowed inside the page, because scripts set them too; scripts are not.
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The content security policy of a page that these sites may show in a frame. */
export function policyFor(sites: readonly string[]): string {
  return policy.replace("frame-ancestors 'none'", `frame-ancestors ${sites.join(' ')}`);
}

/** What every answer carries (docs/product/wire.md#headers); `publicUrl` is the origin that browsers use. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` }
      : {}),
  };
}
