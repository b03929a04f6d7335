import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { logEvent } from '~/kit/server/audit/log-event';
import {
  deviceName,
  deviceSeconds,
  failuresAllowed,
  failuresCountSince,
  lockedSentence,
  secondsLocked,
} from '../../users.rules';
import { digestOf, isPassword, newToken, nobodysHash } from '../../server/hashes.service';
import { noteSignIn } from '../../server/users.queries';
import { takeSecondFactor } from '../../factors/server/codes.steps';
import type { Secrets } from '../../factors/server/secrets.steps';
import { networkOf } from '../network.rules';
import { keepDevice } from './devices.queries';
import {
  counterOfDevice,
  findSignInState,
  insertFailure,
  lockCounter,
  type SignInState,
} from './failures.queries';
import { endSessionOf, type SentTokens, type SignedIn, startSession } from './sessions.service';
import { asKnown, asStranger, lookUpFirst } from './sign-in-queue.steps';

export interface Attempt {
  username: string;
  password: string;
  /** The second factor; undefined where none was sent. */
  code: string | undefined;
  address: string;
  userAgent: string | undefined;
  /** The token of the device, where somebody has signed in with it before. */
  device: string | undefined;
  /** What is left in the browser of an earlier session, which ends when this one starts. */
  earlier: SentTokens;
}

export interface Entry extends SignedIn {
  device: string;
}

const mostDevices = 20;

type Refusal =
  | 'auth.invalid_credentials'
  | 'auth.second_factor_needed'
  | 'auth.second_factor_wrong';

const refusals: Readonly<Record<Refusal, string>> = {
  'auth.invalid_credentials': 'Invalid username or password',
  'auth.second_factor_needed': 'Please type the code from your authenticator app',
  'auth.second_factor_wrong': 'This code is not right, or it was used already',
};

/**
 * Starts a session. 401 with the same message and timing for every cause but a second factor, which is spoken of only
 * to who knows the password; 429 after too many failures, 503 while too many wait, both without a look at the password
 * (docs/product/sign-in.md#signing-in).
 */
export async function signIn(context: Context, attempt: Attempt, secrets: Secrets): Promise<Entry> {
  const before = await lookUpFirst(digestOf(attempt.device) !== null, () =>
    stateOf(context.db, attempt, context.now),
  );
  refuseLocked(before, context.now);
  const { now } = context;
  const outcome = await waitedFor(before, attempt, () =>
    context.transaction(async (trx): Promise<Entry | Refusal> => {
      for (const counter of countersOf(before, attempt)) await lockCounter(trx, counter);
      const state = await stateOf(trx, attempt, now);
      refuseLocked(state, now);
      const { user } = state;
      const right = await isPassword(user?.password_hash ?? nobodysHash, attempt.password);
      const shown =
        right && user
          ? await takeSecondFactor(trx, user.id, { code: attempt.code, secrets, now })
          : null;
      if (shown === 'missing') return 'auth.second_factor_needed';
      if (shown === 'shown' && user && (await noteSignIn(trx, user, now)))
        return enter(trx, user.id, { attempt, now });
      const part = shown === 'wrong' ? 'second factor' : 'password';
      await noteFailure(trx, state, { attempt, now, part });
      return shown === 'wrong' ? 'auth.second_factor_wrong' : 'auth.invalid_credentials';
    }),
  );
  if (typeof outcome === 'string') throw new AppError(outcome, 401, refusals[outcome]);
  return outcome;
}

function stateOf(db: Db, attempt: Attempt, now: Date): Promise<SignInState> {
  const { username, address } = attempt;
  return findSignInState(db, {
    username,
    address,
    network: networkOf(address),
    device: digestOf(attempt.device),
    since: failuresCountSince(now),
    knownSince: new Date(now.getTime() - deviceSeconds * 1000),
    allowed: failuresAllowed,
  });
}

/** A known device is not held up by what others did: it has a counter of its own. */
function refuseLocked(state: SignInState, now: Date): void {
  const decisive = state.is_known_device
    ? [state.device_failed_at]
    : [state.name_failed_at, state.network_failed_at];
  refuseWhile(Math.max(...decisive.map((failure) => secondsLocked(failure, now))));
}

/** 429 with the time left, unless there is none. */
export function refuseWhile(seconds: number): void {
  if (seconds === 0) return;
  const more = { retryAfterSeconds: seconds };
  throw new AppError('auth.too_many_attempts', 429, lockedSentence(seconds), more);
}

/** Attempts with the same counter are serialized, so that thirty concurrent guesses count as no more than ten. */
function countersOf(state: SignInState, { device, address }: Attempt): string[] {
  if (state.is_known_device) return [counterOfDevice(digestOf(device))];
  return [`name ${state.counted_as}`, `address ${networkOf(address)}`];
}

function waitedFor<T>(
  state: SignInState,
  { device, address }: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  if (state.is_known_device) return asKnown(counterOfDevice(digestOf(device)), work);
  if (state.is_known_address && state.user) return asKnown(`user ${state.user.id}`, work);
  return asStranger(networkOf(address), work);
}

interface Made {
  attempt: Attempt;
  now: Date;
}

async function enter(trx: Transaction, user: number, { attempt, now }: Made): Promise<Entry> {
  const known = digestOf(attempt.device);
  const device = known && attempt.device !== undefined ? attempt.device : newToken();
  const digest = digestOf(device);
  if (!digest) throw new Error('A new token has the wrong form');
  await endSessionOf(trx, attempt.earlier, now);
  await keepDevice(trx, { digest, user, now }, mostDevices);
  const { address, userAgent } = attempt;
  return {
    ...(await startSession(trx, { user, way: 'password', now, address, userAgent })),
    device,
  };
}

async function noteFailure(
  trx: Transaction,
  state: SignInState,
  { attempt, now, part }: Made & { part: 'password' | 'second factor' },
): Promise<void> {
  const failure = state.is_known_device
    ? { name: counterOfDevice(digestOf(attempt.device)), address: '' }
    : { name: `name ${state.counted_as}`, address: networkOf(attempt.address) };
  await insertFailure(trx, { ...failure, now });
  const details = { device: deviceName(attempt.userAgent), part };
  const record = state.user?.id ?? null;
  await logEvent(trx, { action: 'sign-in refused', entity: 'users', record, details });
}
