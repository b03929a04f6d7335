import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import {
  failuresAllowed,
  failuresCountSince,
  lockedSentence,
  secondsLocked,
} from '../../users.rules';
import { inTurn, isPassword, nobodysHash } from '../../server/hashes.service';
import { findFailure, insertFailure, lockCounter } from './sessions.queries';
import { type SignedIn, startSession } from './sessions.service';
import { type Credentials, findCredentials, noteSignIn } from '../../server/users.queries';

export interface Attempt {
  username: string;
  password: string;
  address: string;
  userAgent: string | undefined;
}

/**
 * Starts a session. 401 with the same message and timing for every cause; 429 after too many failures
 * (docs/product/sign-in.md#signing-in).
 */
export async function signIn(context: Context, attempt: Attempt): Promise<SignedIn> {
  const signedIn = await inTurn(() =>
    context.transaction(async (trx) => {
      const user = await findCredentials(trx, attempt.username);
      const counter = user
        ? `user ${user.id}`
        : `name ${attempt.username.toLowerCase().slice(0, 255)}`;
      const right = await isRight(trx, context.now, { ...attempt, counter, credentials: user });
      if (right && user && (await noteSignIn(trx, user, context.now))) {
        return startSession(trx, { user: user.id, now: context.now, userAgent: attempt.userAgent });
      }
      await insertFailure(trx, { name: counter, address: attempt.address, now: context.now });
      return null;
    }),
  );
  if (!signedIn)
    throw new AppError('auth.invalid_credentials', 401, 'Invalid username or password');
  return signedIn;
}

interface Guess {
  password: string;
  address: string;
  /** The counter of its failures: the same for a user's name and address. */
  counter: string;
  credentials: Credentials | null;
}

/**
 * Whether the password is right; 429 after too many failures. Attempts with the same counter are serialized until the
 * caller's transaction ends, so that thirty concurrent guesses count as no more than ten.
 */
export async function isRight(trx: Transaction, now: Date, guess: Guess): Promise<boolean> {
  const { counter, address, credentials, password } = guess;
  await lockCounter(trx, counter);
  await lockCounter(trx, `address ${address}`);
  const since = failuresCountSince(now);
  const { byName, byAddress } = failuresAllowed;
  const seconds = Math.max(
    secondsLocked(await findFailure(trx, { by: 'name', value: counter, nth: byName, since }), now),
    secondsLocked(
      await findFailure(trx, { by: 'address', value: address, nth: byAddress, since }),
      now,
    ),
  );
  if (seconds > 0) {
    throw new AppError('auth.too_many_attempts', 429, lockedSentence(seconds), {
      retryAfterSeconds: seconds,
    });
  }
  return isPassword(credentials?.password_hash ?? nobodysHash, password);
}
