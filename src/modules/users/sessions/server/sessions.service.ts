import type { IncomingHttpHeaders } from 'node:http';
import type { ZodError } from 'zod';
import type { Clock } from '~/kit/server/clock';
import { type Context, nobody, type Person } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { getRecord, hasRows } from '~/kit/server/database/entity';
import { StartError } from '~/kit/server/errors';
import type { Change } from '~/kit/shared/changes';
import { dropSessions, sendToUser } from '~/kit/server/database/announce';
import { inTransaction, lockName, type Transaction } from '~/kit/server/database/transaction';
import { newPassword, userFields } from '../../users.fields';
import type { SessionUser } from '../sessions.fields';
import {
  accessSeconds,
  cookieIn,
  deviceName,
  idleSecondsOf,
  refreshSeconds,
  refreshUse,
} from '../../users.rules';
import { getAccountFacts } from '../../account/server/account.queries';
import { digestOf, hashPassword, newToken, readablePassword } from '../../server/hashes.service';
import {
  endSessions,
  findChosenWorkspace,
  findPerson,
  findRefreshToken,
  findSessionOf,
  insertSession,
  insertToken,
  lockSession,
  markRotated,
  openAmong,
  touchSession,
} from './sessions.queries';
import { users } from '../../server/users.queries';
import { createUser } from '../../server/users.service';

export interface Tokens {
  access: string;
  refresh: string;
}

export async function getSignedInUser(db: Db, id: number): Promise<SessionUser> {
  return {
    ...(await getRecord(db, users, id)),
    ...(await findChosenWorkspace(db, id)),
    ...(await getAccountFacts(db, id)),
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
  }) => Promise<Person | null>;
  authenticateCookies: (cookieHeader: string) => Promise<Person | null>;
  openSessions: (ids: readonly number[]) => Promise<number[]>;
}

/** Finds the holder of the access cookie of a request or socket handshake; null for nobody. */
export function authenticator(database: Database, clock: Clock): Authenticator {
  const personOf = async (
    token: string | undefined,
    idleSeconds: number,
  ): Promise<Person | null> => {
    const digest = digestOf(token);
    if (!digest) return null;
    const now = clock.now();
    const activeAt = before(now, idleSeconds);
    const found = await findPerson(database.db, digest, { now, activeAt });
    if (!found) return null;
    const { person, seenLately } = found;
    if (!seenLately) await touchSession(database.db, person.session_id, activeAt);
    return person;
  };
  return {
    authenticateRequest: ({ cookies, headers }) =>
      personOf(cookies['access'], idleSecondsOf(headers['x-idle-seconds'])),
    // Sockets reconnect by themselves, so connecting is not a sign of activity.
    authenticateCookies: (cookieHeader) =>
      personOf(cookieIn(cookieHeader, 'access'), refreshSeconds),
    openSessions: (ids) => openAmong(database.db, ids),
  };
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/** Starts a session with its first tokens, on the device of the User-Agent. */
export async function startSession(
  trx: Transaction,
  start: { user: number; now: Date; userAgent: string | undefined },
): Promise<SignedIn> {
  const { user, now, userAgent } = start;
  const session = await insertSession(trx, { user, device: deviceName(userAgent), now });
  await tellSessions(trx, user);
  return { user: await getSignedInUser(trx, user), tokens: await issueTokens(trx, session, now) };
}

async function issueTokens(trx: Transaction, session: number, now: Date): Promise<Tokens> {
  const issue = async (kind: 'access' | 'refresh', seconds: number): Promise<string> => {
    const token = newToken();
    const digest = digestOf(token);
    if (!digest) throw new Error('A new token has the wrong form');
    await insertToken(trx, {
      digest,
      session,
      kind,
      expires: new Date(now.getTime() + seconds * 1000),
    });
    return token;
  };
  return {
    access: await issue('access', accessSeconds),
    refresh: await issue('refresh', refreshSeconds),
  };
}

/**
 * New tokens for a refresh token; null when it has expired; a copied one ends its session
 * (docs/product/sign-in.md#refresh).
 */
export async function refreshSession(
  context: Context,
  token: string | undefined,
  idleSeconds: number,
): Promise<SignedIn | null> {
  const digest = digestOf(token);
  const times = { now: context.now, activeAt: before(context.now, idleSeconds) };
  return digest && context.transaction((trx) => refresh(trx, digest, times));
}

async function refresh(
  trx: Transaction,
  digest: Buffer,
  { now, activeAt }: { now: Date; activeAt: Date },
): Promise<SignedIn | null> {
  const session = await findSessionOf(trx, digest);
  const user = session === null ? null : await lockSession(trx, session, now);
  if (session === null || user === null) return null;
  // Read after the session is locked, to see what a concurrent request did.
  const token = await findRefreshToken(trx, digest);
  const use = token ? refreshUse(token, now) : 'expired';
  if (use === 'theft') await endUserSessions(trx, user, { only: session, now });
  if (use === 'theft' || use === 'expired') return null;
  if (use === 'first') await markRotated(trx, digest, now);
  await touchSession(trx, session, activeAt);
  return { user: await getSignedInUser(trx, user), tokens: await issueTokens(trx, session, now) };
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
  if (ended.length > 0) await tellSessions(trx, user);
  return ended;
}

/** Tells the person's open pages that the answer of `GET /auth/me` changed beyond the user's fields. */
export async function tellOwnPages(trx: Transaction, user: number): Promise<void> {
  const change: Change = { entity: 'session', id: null, action: 'updated', version: null };
  await sendToUser(trx, user, 'change', change);
}

async function tellSessions(trx: Transaction, user: number): Promise<void> {
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
export async function signOut(context: Context, tokens: (string | undefined)[]): Promise<void> {
  const digests = tokens.map(digestOf).filter((digest) => digest !== null);
  if (digests.length === 0) return;
  await context.transaction(async (trx) => {
    for (const digest of digests) {
      const session = await findSessionOf(trx, digest);
      const user = session === null ? null : await lockSession(trx, session, context.now);
      if (session !== null && user !== null) {
        await endUserSessions(trx, user, { only: session, now: context.now });
      }
    }
  });
}

export interface FirstAdministrator {
  created: boolean;
  username: string;
  /** Present only when it was generated, to be shown once. */
  password?: string;
}

/**
 * Creates the first administrator while there are no users (docs/product/sign-in.md#first-administrator); safe with
 * several instances starting at once.
 */
export async function ensureFirstAdministrator(
  database: Database,
  wanted: { username: string; email: string; password?: string | undefined },
  now: Date,
): Promise<FirstAdministrator> {
  const { username, email, password } = wanted;
  refuseStart('ADMIN_USERNAME', userFields.username.schema('form').safeParse(username));
  refuseStart('ADMIN_EMAIL', userFields.email.schema('form').safeParse(email));
  if (password !== undefined) refuseStart('ADMIN_PASSWORD', newPassword.safeParse(password));
  if (await hasRows(database.db, users.name)) return { created: false, username };
  const generated = password === undefined ? readablePassword() : undefined;
  const password_hash = await hashPassword(password ?? generated ?? '');
  const created = await inTransaction(database.db, async (trx) => {
    await lockName(trx, 'users.first');
    if (await hasRows(trx, users.name)) return false;
    const names = { first_name: 'Site', last_name: 'Administrator' };
    const user = { username, email, ...names, role: 'admin' as const, password_hash };
    await createUser({ trx, context: { person: nobody, now } }, user);
    return true;
  });
  return {
    created,
    username,
    ...(created && generated !== undefined ? { password: generated } : {}),
  };
}

function refuseStart(variable: string, checked: { success: boolean; error?: ZodError }): void {
  if (checked.success) return;
  throw new StartError(
    `${variable}: ${checked.error?.issues[0]?.message ?? 'this value is not valid'}`,
  );
}
