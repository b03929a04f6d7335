import type { ErrorTable } from '~/kit/shared/error-codes';
import { counted } from '~/kit/shared/money/numbers';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { readOwnPassword } from './passwords.rules';
import type { User, UserPatch } from './users.fields';

export const userRefusals = {
  'auth.invalid_credentials': [
    401,
    'The username or password is wrong, or the account is inactive',
  ],
  'auth.too_many_attempts': [
    429,
    'Too many failed sign-ins or wrong confirmations; try again after `Retry-After` seconds',
  ],
  'auth.second_factor_needed': [
    401,
    'The password is correct, but `code` with the second factor is missing',
  ],
  'auth.second_factor_wrong': [401, 'The `code` is wrong, used or expired'],
  'auth.second_factor_unreadable': [
    503,
    'The key of the secrets is not on this machine: only recovery codes can be checked',
  ],
  'auth.provider_sign_in_over': [
    401,
    'There was no recent sign-in at the provider in this browser',
  ],
  'auth.provider_unlinked': [409, 'The account is not linked to single sign-on'],
  'auth.provider_unreachable': [503, 'The identity provider is not responding'],
  'auth.provider_refused': [403, 'The identity has no active account here'],
  'factor.already_set_up': [
    409,
    'A second factor is already on: turn it off before setting up a new one',
  ],
  'factor.own': [409, 'Turn off your own second factor with the password instead of resetting it'],
  'factor.demanded': [409, 'The role requires a second factor, and this is the last one'],
  'factor.too_many_passkeys': [409, 'The user has the maximum number of passkeys'],
  'factor.passkey_known': [409, 'The passkey is already registered'],
  'auth.passkey_refused': [
    401,
    'The passkey is unknown, belongs to another challenge or page, or its account is inactive',
  ],
  'auth.passkey_expired': [400, 'The challenge has expired: request new options'],
  'auth.passkeys_unavailable': [
    409,
    'Browsers do not support passkeys at the address of this page',
  ],
  'auth.reset_link_invalid': [400, 'The link to set a new password is unknown, used or expired'],
  'role.fixed': [409, 'The Administrator role cannot be changed'],
  'role.ready_made': [409, 'Built-in roles cannot be deleted'],
  'role.in_use': [409, 'There are users with this role'],
  'role.name_taken': [409, 'Another role has this name'],
  'auth.email_link_invalid': [400, 'The link to confirm an address is unknown, used or expired'],
  'auth.password_needed': [403, 'The call requires your password'],
  'password.mismatch': [400, 'The password and its repetition differ'],
  'photo.unsupported_format': [400, 'The photo is not a PNG, JPEG or WebP image'],
  'photo.damaged': [400, 'The photo is damaged'],
  'photo.dimensions_too_large': [400, 'The photo has too many pixels'],
  'photo.too_large': [413, 'The file of the photo is too large'],
  'user.own_account': [409, 'You cannot delete or deactivate your own account'],
  'user.last_admin': [409, 'The last active administrator must remain one'],
  'user.last_owner': [409, 'The account is the last owner of a workspace'],
  'user.still_active': [409, 'Only an inactive user can be deleted'],
  'user.anonymized': [409, 'The account was anonymized and is permanently closed'],
  'user.username_taken': [409, 'Another account has this username'],
  'user.email_taken': [409, 'Another account has this email address'],
} as const satisfies ErrorTable;

export const accessSeconds = 15 * 60;
export const refreshSeconds = 7 * 24 * 60 * 60;
export const sessionSeconds = 30 * 24 * 60 * 60;
export const duplicateSeconds = 10;
export const deviceSeconds = 365 * 24 * 60 * 60;
export const resetMinutes = 60;
export const emailChangeHours = 24;
export const resetMailsAnHour = 5;

/** Failed sign-ins until the next one has to wait (docs/product/sign-in.md#signing-in). */
export const failuresAllowed = { byName: 10, byNetwork: 100 };
const lockOutMilliseconds = 15 * 60 * 1000;

/** Failures of this time count. Later ones are from before the clock was set back, or of a copy whose clock is ahead. */
export function failuresCounted(now: Date): { since: Date; until: Date } {
  const at = now.getTime();
  return { since: new Date(at - lockOutMilliseconds), until: new Date(at + 60_000) };
}

/**
 * Whole seconds until sign-in may be tried again, 0 for now. `decisive` is the failure that reaches the limit: the
 * tenth newest for a name, the hundredth newest for an address; null where there are fewer.
 */
export function secondsLocked(decisive: string | null, now: Date): number {
  if (decisive === null) return 0;
  const remaining = Date.parse(decisive) + lockOutMilliseconds - now.getTime();
  return Math.max(0, Math.ceil(remaining / 1000));
}

/** What a person failed at too often: to sign in, or signed in to confirm who it is. */
export type Failures = 'failed sign-ins' | 'wrong passwords or codes';

export function lockedMessage(seconds: number, failures: Failures): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many ${failures}. Please try again in ${counted(minutes, 'minute')}.`;
}

const loggedAnHour = 100;

/**
 * Whether a refused sign-in under a name that no user has is an entry of the log, as the nth failure of its hour: all of
 * the first hundred, then the 128th, the 256th and so on. The log is never shortened (docs/product/log.md#events).
 */
export function isRefusalLogged(nth: number): boolean {
  return nth <= loggedAnHour || Number.isInteger(Math.log2(nth));
}

/** How often an hour the tokens of a session are renewed; a page does it four times. */
export const refreshesAnHour = 60;

/** A session's last use is recorded at most once in this time, so an idle one may live that much longer. */
export const noteSeconds = 60;

/**
 * Seconds since the person behind a request was last active, from its `x-idle-seconds` header: browsers send it, so
 * that background requests keep no session alive. A client without the header counts as active now.
 */
export function idleSecondsOf(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return 0;
  return Math.min(Number(header), refreshSeconds);
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}

/** What is wrong with a change of one's password, by field (docs/product/sign-in.md#own-password). */
export function passwordChangeErrors(typed: PasswordChange): Partial<PasswordChange> {
  const errors: Partial<PasswordChange> = {};
  if (typed.currentPassword === '') errors.currentPassword = 'Current password is required';
  const reading = readOwnPassword(typed.newPassword);
  if (typed.newPassword === '') errors.newPassword = 'New password is required';
  else if (!reading.ok) errors.newPassword = reading.message;
  const same = isSamePassword(typed.newPassword, typed.confirm);
  if (!same.ok) errors.confirm = same.message;
  return errors;
}

/** When a token of `seconds` ends: never later than its session's greatest age (docs/product/sign-in.md#sessions). */
export function tokenExpiry(
  createdAt: Date,
  { now, seconds }: { now: Date; seconds: number },
): Date {
  const end = createdAt.getTime() + sessionSeconds * 1000;
  return new Date(Math.min(now.getTime() + seconds * 1000, end));
}

export type RefreshUse = 'first' | 'twin' | 'theft' | 'expired';

/**
 * How to treat a refresh token: reused at once it comes from a second tab of the same browser, reused later it was
 * copied (docs/product/sign-in.md#refresh).
 */
export function refreshUse(
  token: { expires_at: string; rotated_at: string | null },
  now: Date,
): RefreshUse {
  if (Date.parse(token.expires_at) <= now.getTime()) return 'expired';
  if (token.rotated_at === null) return 'first';
  const age = now.getTime() - Date.parse(token.rotated_at);
  return age <= duplicateSeconds * 1000 ? 'twin' : 'theft';
}

export interface AccessState {
  asker: number;
  otherAdministrators: number;
}

type Changed = Pick<User, 'id' | 'role' | 'is_active'>;

function isLastAdministrator(user: Changed, { otherAdministrators }: AccessState): boolean {
  return user.role === 'admin' && user.is_active && otherAdministrators === 0;
}

const ofAccess = ['username', 'role', 'role_id', 'email', 'is_active'] as const;
const ofIdentity = ['first_name', 'last_name'] as const;

/**
 * Whether a change of a user gives, takes or widens access: by the address too, since a link to a new password goes there,
 * and by the names of an administrator, whom others trust by them (docs/product/sign-in.md#confirmation).
 */
export function changesAccess(
  before: Pick<User, (typeof ofAccess)[number] | (typeof ofIdentity)[number]>,
  values: UserPatch,
): boolean {
  const names = before.role === 'admin' ? [...ofAccess, ...ofIdentity] : ofAccess;
  return names.some((name) => values[name] !== undefined && values[name] !== before[name]);
}

/** No one can deactivate themselves, nor the last active administrator (docs/product/users.md#activation). */
export function canDeactivate(user: Changed, state: AccessState): Verdict {
  if (user.id === state.asker)
    return refused('user.own_account', 'You cannot deactivate your own account');
  if (isLastAdministrator(user, state))
    return refused('user.last_admin', 'The last active administrator cannot be deactivated');
  return allowed;
}

/** The last active administrator cannot be demoted (docs/product/users.md#roles). */
export function canDemote(user: Changed, state: AccessState): Verdict {
  if (!isLastAdministrator(user, state)) return allowed;
  return refused('user.last_admin', 'The last active administrator must stay an administrator');
}

/** Only an inactive user can be deleted, and never by themselves (docs/product/users.md#deletion). */
export function canDelete(user: Changed, state: AccessState): Verdict {
  if (user.id === state.asker)
    return refused('user.own_account', 'You cannot delete your own account');
  if (isLastAdministrator(user, state))
    return refused('user.last_admin', 'The last active administrator cannot be deleted');
  if (user.is_active)
    return refused(
      'user.still_active',
      'An active user cannot be deleted. Deactivate the user first.',
    );
  return allowed;
}

/** A workspace needs an owner (docs/product/workspaces.md#roles): `names` are those that only this user owns. */
export function canGiveUp(names: readonly string[]): Verdict {
  if (names.length === 0) return allowed;
  const which = names.length === 1 ? 'workspace' : 'workspaces';
  return refused(
    'user.last_owner',
    `This user is the only owner of the ${which} ${names.join(', ')}. Make someone else an owner first.`,
  );
}

/** Everyone can be anonymized except the last active administrator (docs/product/privacy.md#anonymizing). */
export function canAnonymize(user: Changed, state: AccessState): Verdict {
  if (!isLastAdministrator(user, state)) return allowed;
  return refused('user.last_admin', 'The last active administrator cannot be anonymized');
}

/** The replacement data of an anonymized person; its address cannot receive mail. */
export function anonymousOf(id: number) {
  return {
    username: `anonymized-${id}`,
    email: `anonymized-${id}@anonymized.invalid`,
    first_name: 'Anonymized',
    last_name: `User ${id}`,
    phone: null,
    department: null,
    position: null,
    bio: null,
    is_active: false,
  } satisfies Partial<User>;
}

export function otherAdministrators(users: readonly Changed[], id: number): number {
  return users.filter((each) => each.id !== id && each.role === 'admin' && each.is_active).length;
}

const msPerDay = 86_400_000;

/** The instant so many days before another, later where negative. */
export function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * msPerDay).toISOString();
}

/** Whole and partial days between two instants. */
export function daysApart(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / msPerDay;
}

/** A new password is typed twice (docs/product/users.md#adding). */
export function isSamePassword(password: string, again: string): Verdict {
  return password === again ? allowed : refused('password.mismatch', 'Passwords do not match');
}

/** `Asha Rao`. */
export function displayName(person: Pick<User, 'first_name' | 'last_name'>): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

// Android's User-Agent also contains Linux, and an iPhone's "like Mac OS X".
const systems: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** `Chrome on Windows` from a User-Agent, or the program's own name where it is not a browser. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[\w.-]{1,40}/.exec(agent)?.[0] ?? 'Unknown device';
}

/** One cookie's value from a Cookie header; undefined when it is not there. */
export function cookieIn(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
