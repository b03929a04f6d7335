import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { refreshesAnHour, refreshUse } from '../../users.rules';
import { digestOf } from '../../server/hashes.service';
import {
  countRefreshes,
  findRefreshToken,
  findSessionOf,
  lockSession,
  markRotated,
  touchSession,
} from './sessions.queries';
import {
  endUserSessions,
  getSignedInUser,
  keepTokens,
  type SignedIn,
  type Tokens,
} from './sessions.service';

/**
 * New tokens for a refresh token; null when it has expired; a copied one ends its session. A token that is used twice
 * within seconds gives the same pair both times (docs/product/sign-in.md#refresh).
 */
export async function refreshSession(
  context: Context,
  token: string | undefined,
  idleSeconds: number,
): Promise<SignedIn | null> {
  const { now, address } = context;
  const digest = digestOf(token);
  if (!digest || token === undefined) return null;
  const activeAt = new Date(now.getTime() - idleSeconds * 1000);
  return context.transaction((trx) => refresh(trx, { token, digest }, { now, activeAt, address }));
}

async function refresh(
  trx: Transaction,
  { token, digest }: { token: string; digest: Buffer },
  { now, ...seen }: { now: Date; activeAt: Date; address: string | null },
): Promise<SignedIn | null> {
  const id = await findSessionOf(trx, digest);
  const session = id === null ? null : await lockSession(trx, id, now);
  if (session === null) return null;
  // Read after the session is locked, to see what a concurrent request did.
  const found = await findRefreshToken(trx, digest);
  const use = found ? refreshUse(found, now) : 'expired';
  if (use === 'theft') await endUserSessions(trx, session.user, { only: session.id, now });
  if (!found || use === 'theft' || use === 'expired') return null;
  const salt = use === 'first' ? randomBytes(32) : found.successor_salt;
  if (!salt) return null;
  const tokens = successorsOf(token, salt);
  if (use === 'first') {
    await refuseMany(trx, session.id, now);
    await markRotated(trx, { digest, salt, now });
    await keepTokens(trx, session, { tokens, now });
  }
  await touchSession(trx, session.id, seen);
  return { user: await getSignedInUser(trx, { id: session.user, session_id: session.id }), tokens };
}

/** 429 for a session that adds tokens without end: each stays until it expires. */
async function refuseMany(trx: Transaction, session: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 60 * 60_000);
  if ((await countRefreshes(trx, { session, since })) < refreshesAnHour) return;
  const message = 'This session was renewed too often. Please try again in a few minutes.';
  throw new AppError('auth.too_many_attempts', message, { retryAfterSeconds: 300 });
}

function successorsOf(token: string, salt: Buffer): Tokens {
  const successor = (kind: string) =>
    createHmac('sha256', salt).update(`${kind} ${token}`).digest('base64url');
  return { access: successor('access'), refresh: successor('refresh') };
}
