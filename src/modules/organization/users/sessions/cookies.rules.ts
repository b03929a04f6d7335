export interface CookieNames {
  access: string;
  refresh: string;
  device: string;
  /** Identifies the browser to which challenges for passkeys were sent. */
  passkey: string;
  provider: string;
  secure: boolean;
}

/**
 * What the cookies of sign-in are called; `publicUrl` is the origin that browsers use. By https their prefix keeps
 * neighbouring hosts from setting them (docs/product/wire.md#cookies-and-origin).
 */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  return {
    access: `${prefix}access`,
    refresh: `${prefix}refresh`,
    device: `${prefix}device`,
    passkey: `${prefix}passkey`,
    provider: `${prefix}provider`,
    secure,
  };
}
