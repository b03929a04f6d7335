import { cutText } from '~/kit/shared/fields/cut-text';
import { plainKey, withoutInvisible } from '~/kit/shared/fields/invisible';

/** How to call the company's sign-in provider and read its answers (docs/product/single-sign-on.md#settings). */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which has only the proof of its code. */
  clientSecret: string | undefined;
  scope: string;
  roleClaim: string;
  /** The role's name for each value of the claim, in the order in which they count; null where roles are given here. */
  roles: RoleMap | null;
  /** Whether people whom no one invited get an account. */
  createsUsers: boolean;
}

export type RoleMap = readonly (readonly [value: string, role: string])[];

/** Means everyone in a mapping of roles. */
const anybody = '*';

/** Why single sign-on did not let someone in, and what the sign-in page says then. */
export const refusedMessages = {
  off: 'Single sign-on is not set up here. Sign in with your password.',
  unreachable:
    'Single sign-on is not available: the provider is not responding. Sign in with your password.',
  cancelled: 'The sign-in was cancelled at the provider.',
  refused: 'The provider refused the sign-in. Please try again, or ask an administrator.',
  untrusted: 'Sign-in failed: the provider’s response could not be verified.',
  over: 'This sign-in expired or was started in another browser. Please try again.',
  busy: 'Too many people are signing in. Please try again in a moment.',
  inactive: 'Your account here is not active. Ask an administrator.',
  unverified: 'The provider does not confirm your email address. Ask an administrator.',
  unknown: 'You have no account here. Ask an administrator to invite you.',
  no_role: 'The provider sent no role for you. Ask an administrator.',
  passkey: 'Please sign in with your passkey: the provider did not confirm a second factor.',
  other_identity:
    'The account with your email address belongs to another identity at the provider. Ask an administrator.',
} as const;

export type Refused = keyof typeof refusedMessages;

export function isRefused(text: string): text is Refused {
  return Object.hasOwn(refusedMessages, text);
}

/** The path to continue at, for any sent text: one of this product's own pages (docs/product/single-sign-on.md#way). */
export function ownPath(text: string | undefined): string {
  const here = 'https://here.invalid';
  if (text === undefined || text.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text))
    return '/';
  if (!URL.canParse(text, here)) return '/';
  const url = new URL(text, here);
  if (url.origin !== here || /^\/(?:api|login)(?:\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** Who someone is to the provider, as far as it is believed. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Null unless the provider says that it is the person's own. */
  email: string | null;
  first_name: string;
  last_name: string;
  roles: readonly string[];
  /** The provider has seen a second factor. */
  isStrong: boolean;
  /** When the person last showed the provider who they are, in seconds since 1970; null where it does not say. */
  shownAt: number | null;
}

type Claims = Readonly<Record<string, unknown>>;

/** Reads the claims of an ID token, `extra` being what the provider tells next to it, such as from its userinfo. */
export function identityOf(token: Claims, extra: Claims, roleClaim: string): Identity {
  const claims: Claims = { ...extra, ...token };
  const email = textOf(claims['email']);
  const whole = textOf(claims['name']).split(/\s+/);
  const rest = whole.slice(1).join(' ');
  return {
    issuer: textOf(token['iss']),
    subject: textOf(token['sub']),
    email: confirmedAddress([token, extra]),
    first_name: nameOf([textOf(claims['given_name']), whole[0] ?? '', email.split('@')[0] ?? '']),
    last_name: nameOf([textOf(claims['family_name']), rest]),
    roles: valuesOf(claims, roleClaim),
    isStrong: hasSecondFactor(token),
    shownAt: typeof token['auth_time'] === 'number' ? token['auth_time'] : null,
  };
}

/** One source's address with that source's word on it: of two sources each may speak of another address. */
function confirmedAddress(sources: readonly Claims[]): string | null {
  const source = sources.find(
    ({ email, email_verified }) => textOf(email) !== '' && email_verified !== undefined,
  );
  const verified = source?.['email_verified'];
  return verified === true || verified === 'true' ? plainKey(textOf(source?.['email'])) : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The first that a user's name may be; `User` where none is. */
function nameOf(candidates: readonly string[]): string {
  const found = candidates
    .map((each) => withoutInvisible(each).trim())
    .find((each) => each.length >= 2);
  return cutText(found ?? 'User', 50).trim();
}

/** A claim's values; `realm_access.roles` names one within another. */
function valuesOf(claims: Claims, name: string): string[] {
  const value = claims[name] ?? name.split('.').reduce<unknown>(partOf, claims);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string');
}

function partOf(whole: unknown, name: string): unknown {
  if (typeof whole !== 'object' || whole === null || !Object.hasOwn(whole, name)) return undefined;
  return (whole as Claims)[name];
}

const strongContexts: readonly string[] = [
  'mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];

/** Whether the ID token says that more than one factor was shown: by its methods (RFC 8176), or by its context class. */
function hasSecondFactor({ amr, acr }: Claims): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return methods.includes('mfa') || (typeof acr === 'string' && strongContexts.includes(acr));
}

/** Of the clocks of provider and product, in seconds. */
export const clockTolerance = 30;

/**
 * Whether someone showed the provider who they are since `requestedAt`, in seconds since 1970. Not if it does not say when: the
 * browser may have been sent there without the request to ask again, which requires an answer to that.
 */
export function isShownSince({ shownAt }: Pick<Identity, 'shownAt'>, requestedAt: number): boolean {
  return shownAt !== null && shownAt + clockTolerance >= Math.floor(requestedAt);
}

/** When someone showed the provider who they are; null where it does not say. */
export function shownAtOf({ shownAt }: Pick<Identity, 'shownAt'>, now: Date): Date | null {
  return shownAt === null ? null : new Date(Math.min(shownAt * 1000, now.getTime()));
}

/** The name of the role that a mapping gives; null where it has none for the person. */
export function mappedRole(map: RoleMap, values: readonly string[]): string | null {
  const found =
    map.find(([value]) => value !== anybody && values.includes(value)) ??
    map.find(([value]) => value === anybody);
  return found?.[1] ?? null;
}

/** A name to sign in with for a new account: the address, or as much of it as fits before a part of `random`. */
export function usernameOf(email: string, random: string): string {
  return email.length <= 50 ? email : `${cutText(email, 41)}-${random.slice(0, 8)}`;
}
