import { counted } from '~/kit/shared/money/numbers';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { readOwnPassword } from './passwords.rules';
import type { User, UserPatch } from './users.fields';

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

const ofAccess = ['role', 'role_id', 'email', 'is_active'] as const;

/**
 * Whether a change of a user gives, takes or widens access: by the address too, since a link to a new password goes there
 * (docs/product/sign-in.md#confirmation).
 */
export function changesAccess(
  before: Pick<User, (typeof ofAccess)[number]>,
  values: UserPatch,
): boolean {
  return ofAccess.some((name) => values[name] !== undefined && values[name] !== before[name]);
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

/** Whole and partial days between two instants. */
export function daysApart(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / msPerDay;
}

export interface UserFigures {
  total: number;
  active: number;
  administrators: number;
  recent: number;
}

/** What the cards above the list count (docs/product/users.md#figures); `now` is an instant. */
export function figuresOf(users: readonly User[], now: string): UserFigures {
  return {
    total: users.length,
    active: users.filter((user) => user.is_active).length,
    administrators: users.filter((user) => user.role === 'admin').length,
    recent: users.filter(({ last_login }) => last_login !== null && daysApart(last_login, now) <= 7)
      .length,
  };
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
