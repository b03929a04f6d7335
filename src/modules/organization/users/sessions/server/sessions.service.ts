import type { Reading } from '~/kit/shared/fields/field-rules';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '~/kit/server/clock';
import { type Context, anonymous, type Person } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { getRecord, hasRows } from '~/kit/server/database/entity';
import { StartError } from '~/kit/server/errors';
import type { Change } from '~/kit/shared/changes';
import { dropSessions, sendToUser } from '~/kit/server/database/announce';
import {
  inTransaction,
  lockName,
  systemAt,
  type Transaction,
  withNext,
} from '~/kit/server/database/transaction';
import { logEvent } from '~/kit/server/audit/log-event';
import { networkOf } from '~/kit/server/http/networks';
import { createTokenLookups } from './token-lookups.internal';
import { readGivenPassword, readOwnPassword } from '../../passwords.rules';
import { userFields } from '../../users.fields';
import { cookieNames } from '../cookies.rules';
import type { SessionUser } from '../sessions.fields';
import {
  accessSeconds,
  cookieIn,
  deviceName,
  idleSecondsOf,
  refreshSeconds,
  tokenExpiry,
  displayName,
} from '../../users.rules';
import { rightsOf } from '../../rights.rules';
import { getAccountState } from '../../account/server/account.queries';
import { digestOf, hashPassword, newToken, readablePassword } from '../../server/hashes.service';
import {
  endSessions,
  getSessionState,
  findPerson,
  findReader,
  findSessionOf,
  insertSession,
  insertToken,
  lockSession,
  openAmong,
  touchSession,
  type Way,
} from './sessions.queries';
import { users, findHolder } from '../../server/users.queries';
import { createUser } from '../../server/users.service';
import { clearFailures } from './failures.queries';

export { createTokenLookups, findReader };

export interface Tokens {
  access: string;
  refresh: string;
}

/** What a browser has of a session; anything may be in it. */
export type SentTokens = Record<keyof Tokens, string | undefined>;

/** What the browser knows of a person who is signed in with a session. */
export async function getSignedInUser(
  db: Db,
  { id, session_id }: Pick<Person, 'id' | 'session_id'>,
): Promise<SessionUser> {
  const user = await getRecord(db, users, id);
  const state = await getSessionState(db, { user: id, session: session_id });
  return {
    ...user,
    ...state,
    rights: rightsOf({ ...user, ...state }),
    ...(await getAccountState(db, id)),
  };
}

export interface SignedIn {
  user: SessionUser;
  tokens: Tokens;
}

export interface Authenticator {
  authenticateRequest: (request: {
    cookies: Record<string, string | undefined>;
    headers: IncomingHttpHeaders;
    ip: string;
  }) => Promise<Person | null>;
  authenticateCookies: (cookieHeader: string) => Promise<Person | null>;
  openSessions: (ids: readonly number[]) => Promise<number[]>;
}

/** Finds the holder of the access cookie of a request or socket handshake; null for no one. */
export function authenticator(database: Database, clock: Clock, publicUrl: string): Authenticator {
  const names = cookieNames(publicUrl);
  const lookUp = createTokenLookups<NonNullable<Awaited<ReturnType<typeof findPerson>>>>();
  const personOf = async (
    token: string | undefined,
    { idleSeconds, address }: { idleSeconds: number; address: string | null },
  ): Promise<Person | null> => {
    const digest = digestOf(token);
    if (!digest) return null;
    const now = clock.now();
    const activeAt = before(now, idleSeconds);
    const network = address === null ? 'sockets' : networkOf(address);
    const found = await lookUp({ key: digest.toString('base64'), network }, () =>
      findPerson(database.db, digest, { now, activeAt }),
    );
    if (!found) return null;
    const { person, seenLately } = found;
    if (!seenLately) {
      await touchSession(database.db, person.session_id, { activeAt, address });
    }
    return person;
  };
  return {
    authenticateRequest: ({ cookies, headers, ip }) =>
      personOf(cookies[names.access], {
        idleSeconds: idleSecondsOf(headers['x-idle-seconds']),
        address: ip,
      }),
    // Sockets reconnect by themselves, so connecting is not a sign of activity.
    authenticateCookies: async (cookieHeader) => {
      const person = await personOf(cookieIn(cookieHeader, names.access), {
        idleSeconds: refreshSeconds,
        address: null,
      });
      return person?.must_change_password || person?.must_set_up_factor ? null : person;
    },
    openSessions: (ids) => openAmong(database.db, ids),
  };
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/** Starts a session with its first tokens, on the device of the User-Agent and from that address. */
export async function startSession(
  trx: Transaction,
  start: {
    user: number;
    way: Way;
    now: Date;
    provedAt?: Date | null;
    address: string;
    userAgent: string | undefined;
  },
): Promise<SignedIn> {
  const { user, way, now, provedAt = null, address, userAgent } = start;
  const device = deviceName(userAgent);
  const id = await insertSession(trx, { user, device, address, way, now, provedAt });
  const details = { session: id, device, way };
  withNext(logEvent(trx, { action: 'signed in', entity: 'users', record: user, details, user }));
  const tokens = { access: newToken(), refresh: newToken() };
  await keepTokens(trx, { id, createdAt: now }, { tokens, now });
  await notifySessions(trx, user);
  return { user: await getSignedInUser(trx, { id: user, session_id: id }), tokens };
}

/** Stores the tokens of a session, which ends on its own at its greatest age (docs/product/sign-in.md#sessions). */
export async function keepTokens(
  trx: Transaction,
  session: { id: number; createdAt: Date },
  { tokens, now }: { tokens: Tokens; now: Date },
): Promise<void> {
  for (const [kind, seconds] of [
    ['access', accessSeconds],
    ['refresh', refreshSeconds],
  ] as const) {
    const digest = digestOf(tokens[kind]);
    if (!digest) throw new Error('A new token has the wrong form');
    const expires = tokenExpiry(session.createdAt, { now, seconds });
    await insertToken(trx, { digest, session: session.id, kind, expires });
  }
}

/**
 * Ends sessions of a user and closes their sockets: all, `only` one, or all `except` one. Call it in the transaction
 * that deactivates, deletes or resets the user. Returns the ids of the ended sessions.
 */
export async function endUserSessions(
  trx: Transaction,
  user: number,
  which: { now: Date; only?: number; except?: number },
): Promise<number[]> {
  const ended = await endSessions(trx, { user, ...which });
  await closeSockets(trx, ended);
  if (ended.length > 0) {
    const details = { sessions: ended };
    withNext(logEvent(trx, { action: 'signed out', entity: 'users', record: user, details }));
    await notifySessions(trx, user);
  }
  return ended;
}

/** Tells the person's open pages that the answer of `GET /auth/me` changed beyond the user's fields. */
export async function notifyOwnPages(trx: Transaction, user: number): Promise<void> {
  const change: Change = { entity: 'session', id: null };
  await sendToUser(trx, user, 'change', change);
}

async function notifySessions(trx: Transaction, user: number): Promise<void> {
  await sendToUser(trx, user, 'sessions-changed', {});
}

/** Closes the sockets of ended sessions, in messages within the 8000 bytes of a notification. */
export async function closeSockets(trx: Transaction, sessions: number[]): Promise<void> {
  for (let from = 0; from < sessions.length; from += socketsAtOnce) {
    await dropSessions(trx, sessions.slice(from, from + socketsAtOnce));
  }
}

const socketsAtOnce = 500;

/** Ends the session of any of these tokens; unknown tokens are ignored. */
export async function signOut(context: Context, tokens: SentTokens): Promise<void> {
  if (digestsOf(tokens).length > 0)
    await context.transaction((trx) => endSessionOf(trx, tokens, context.now));
}

/** Like `signOut`, within the transaction that signs in again in the same browser. */
export async function endSessionOf(trx: Transaction, tokens: SentTokens, now: Date): Promise<void> {
  for (const digest of digestsOf(tokens)) {
    const id = await findSessionOf(trx, digest);
    const session = id === null ? null : await lockSession(trx, id, now);
    if (session !== null) await endUserSessions(trx, session.user, { only: session.id, now });
  }
}

function digestsOf({ access, refresh }: SentTokens): Buffer[] {
  return [access, refresh].map(digestOf).filter((digest) => digest !== null);
}

export interface FirstAdministrator {
  created: boolean;
  username: string;
  /** Present only when it was generated, to be shown once. */
  password?: string;
  /** The given one is shorter, or more common, than one that a person may choose. */
  isWeak: boolean;
}

/**
 * Creates the first administrator while there are no users (docs/product/sign-in.md#first-administrator); safe with
 * several instances starting at once.
 */
export async function ensureFirstAdministrator(
  database: Database,
  requested: { username: string; email: string; password?: string | undefined },
  now: Date,
): Promise<FirstAdministrator> {
  const { password } = requested;
  const username = atStart('ADMIN_USERNAME', userFields.username.read(requested.username, 'form'));
  const email = atStart('ADMIN_EMAIL', userFields.email.read(requested.email, 'form'));
  if (await hasRows(database.db, users.name)) return { created: false, username, isWeak: false };
  // Only now: the password of an administrator who is there already is not looked at.
  if (password !== undefined) atStart('ADMIN_PASSWORD', readGivenPassword(password));
  const generated = password === undefined ? readablePassword() : undefined;
  const password_hash = await hashPassword(password ?? generated ?? '');
  const created = await inTransaction(
    database.db,
    async (trx) => {
      await lockName(trx, 'users.first');
      if (await hasRows(trx, users.name)) return false;
      const names = { first_name: 'Site', last_name: 'Administrator' };
      const must_change_password = generated !== undefined;
      const account = { username, email, role: 'admin' as const, password_hash };
      const user = { ...names, ...account, must_change_password };
      await createUser({ trx, context: { person: anonymous, now } }, user);
      return true;
    },
    systemAt(now),
  );
  return {
    created,
    username,
    isWeak: password !== undefined && !readOwnPassword(password).ok,
    ...(created && generated !== undefined ? { password: generated } : {}),
  };
}

function atStart<T>(variable: string, reading: Reading<T>): T {
  if (!reading.ok) throw new StartError(`${variable}: ${reading.message}`);
  return reading.value;
}

/**
 * Frees the user with this name or email address from what failed sign-ins hold up; gives whom, or null for no one
 * (docs/product/sign-in.md#lock-out).
 */
export async function freeUser({ db }: Database, name: string, now: Date): Promise<string | null> {
  return inTransaction(
    db,
    async (trx) => {
      const user = await findHolder(trx, name, 0);
      if (!user) return null;
      await clearFailures(trx, user.id);
      await logEvent(trx, { action: 'lock-out ended', entity: 'users', record: user.id });
      return displayName(user);
    },
    systemAt(now),
  );
}
