import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { logEvent } from '~/kit/server/audit/log-event';
import {
  deviceName,
  deviceSeconds,
  isRefusalLogged,
  failuresAllowed,
  failuresCounted,
  type Failures,
  lockedMessage,
  secondsLocked,
} from '../../users.rules';
import { digestOf, isPassword, newToken, nobodysHash, sha256 } from '../../server/hashes.service';
import { noteSignIn } from '../../server/users.queries';
import { requiredFactors, type FactorKind } from '../../factors/passkeys.rules';
import { type PasskeyProof, takePasskey } from '../../factors/server/challenges.actions';
import { takeSecondFactor } from '../../factors/server/codes.internal';
import { findHolderOfPasskey, getFactors } from '../../factors/server/passkeys.queries';
import { bytesOf } from '../../factors/server/webauthn.internal';
import type { Secrets } from '~/kit/server/files/secrets';
import { networkOf } from '~/kit/server/http/networks';
import {
  counterOfDevice,
  countFailures,
  findSignInState,
  insertFailure,
  lockCounter,
  type SignInState,
} from './failures.queries';
import { keepDevice, type Way } from './sessions.queries';
import { endSessionOf, type SentTokens, type SignedIn, startSession } from './sessions.service';
import { asRecognized, asUnrecognized, lookUpFirst } from './sign-in-queue.internal';

export interface Visitor {
  address: string;
  userAgent: string | undefined;
  /** The token of the device, where someone has signed in with it before. */
  device: string | undefined;
  /** What is left in the browser of an earlier session, which ends when this one starts. */
  earlier: SentTokens;
}

interface Attempt extends Visitor {
  /** The name that is counted: what was typed, or of whom a passkey is. */
  username: string;
}

interface PasswordAttempt extends Attempt {
  password: string;
  code: string | undefined;
  passkey: PasskeyProof | undefined;
}

export interface Entry extends SignedIn {
  device: string;
}

const mostDevices = 20;

type Part = 'password' | 'second factor' | 'passkey';

/** The result of a check of someone's proof; `part` is the wrong part, and counts as a failure. */
type Look = { way: Way } | { missing: readonly FactorKind[] } | { part: Part };

/**
 * Starts a session. 401 with the same message and timing for every cause, except a second factor, which only a person
 * who knows the password learns of; 429 after too many failures, 503 while too many wait, both before the password is
 * checked (docs/product/sign-in.md#signing-in).
 */
export function signIn(
  context: Context,
  attempt: PasswordAttempt,
  secrets: Secrets,
): Promise<Entry> {
  const { password, code, passkey } = attempt;
  const { now } = context;
  const prove = async (user: FoundUser) => {
    const stored = user?.password_hash ?? nobodysHash;
    return { stored, right: await isPassword(stored, password) };
  };
  return enterWith(context, { attempt, prove }, async (trx, user, proof): Promise<Look> => {
    // Another password may have been set since.
    if (!proof.right || !user || user.password_hash !== proof.stored) return { part: 'password' };
    const shown = await takeSecondFactor(trx, user.id, { code, passkey, secrets, now });
    if (shown === 'shown') return { way: 'password' };
    if (shown === 'wrong') return { part: passkey ? 'passkey' : 'second factor' };
    return { missing: requiredFactors(await getFactors(trx, user.id)) };
  });
}

/**
 * Starts a session for the owner of the passkey that signed the challenge. It needs no second factor: the device already
 * checked a fingerprint, face or PIN. The same 401 for every cause (docs/product/sign-in.md#passkeys).
 */
export async function signInByPasskey(
  context: Context,
  visitor: Visitor,
  proof: PasskeyProof,
): Promise<Entry> {
  const { id } = proof.assertion;
  const holder = await lookUpFirst(digestOf(visitor.device) !== null, () =>
    findHolderOfPasskey(context.db, bytesOf(id)),
  );
  // An unknown passkey counts for itself, under a name that no one can have.
  const username = holder ?? `passkey ${sha256(id).toString('hex')}`;
  const entering = { attempt: { ...visitor, username }, prove: async () => null };
  return enterWith(context, entering, async (trx, user): Promise<Look> => {
    const owner = await takePasskey(trx, proof, context.now);
    return owner !== null && owner === user?.id ? { way: 'passkey' } : { part: 'passkey' };
  });
}

type FoundUser = SignInState['user'];

interface Entering<Proof> {
  attempt: Attempt;
  /** What takes long: no connection and no lock waits for it. */
  prove: (user: FoundUser) => Promise<Proof>;
}

/**
 * Checks proofs in turn, under the limits of failures, and starts the session where a proof is right. Of many proofs at
 * once, only as many get a result as may fail.
 */
async function enterWith<Proof>(
  context: Context,
  { attempt, prove }: Entering<Proof>,
  look: (trx: Transaction, user: FoundUser, proof: Proof) => Promise<Look>,
): Promise<Entry> {
  const { now } = context;
  const unlocked = async (db: Db): Promise<SignInState> => {
    const state = await stateOf(db, attempt, now);
    refuseLocked(state, now);
    return state;
  };
  const before = await lookUpFirst(digestOf(attempt.device) !== null, () => unlocked(context.db));
  const outcome = await waitedFor(before, attempt, async () => {
    const proof = await prove((await unlocked(context.db)).user);
    return context.transaction(async (trx): Promise<Entry | Look> => {
      for (const counter of countersOf(before, attempt)) await lockCounter(trx, counter);
      const state = await unlocked(trx);
      const { user } = state;
      const seen = await look(trx, user, proof);
      if ('missing' in seen) return seen;
      if ('way' in seen && user && (await noteSignIn(trx, user, now)))
        return enter(trx, user.id, { visitor: attempt, way: seen.way, now });
      const part = 'part' in seen ? seen.part : seen.way === 'passkey' ? 'passkey' : 'password';
      await noteFailure(trx, state, { attempt, now, part });
      return { part };
    });
  });
  if ('user' in outcome) return outcome;
  throw 'missing' in outcome ? secondFactorNeeded(outcome.missing) : refusalOf(outcome);
}

function refusalOf(outcome: Look): AppError {
  const part = 'part' in outcome ? outcome.part : 'password';
  const refusals = {
    password: ['auth.invalid_credentials', 'Invalid username or password'],
    'second factor': ['auth.second_factor_wrong', 'This code is wrong or was already used'],
    passkey: [
      'auth.passkey_refused',
      'This passkey was not accepted. Please try again, or sign in with your password.',
    ],
  } as const;
  const [code, message] = refusals[part];
  return new AppError(code, message);
}

const factorRequests: Readonly<Record<FactorKind, string>> = {
  code: 'Please enter the code from your authenticator app',
  passkey: 'Please use your passkey',
};

/** Says to a person who knows the password which factors there are. */
function secondFactorNeeded(missing: readonly FactorKind[]): AppError {
  const details = missing.map((field) => ({ field, message: factorRequests[field] }));
  const message = factorRequests[missing[0] ?? 'code'];
  return new AppError('auth.second_factor_needed', message, { details });
}

function stateOf(db: Db, attempt: Attempt, now: Date): Promise<SignInState> {
  const { username, address } = attempt;
  return findSignInState(db, {
    username,
    address,
    network: networkOf(address),
    device: digestOf(attempt.device),
    counted: failuresCounted(now),
    deviceSeenSince: new Date(now.getTime() - deviceSeconds * 1000),
    allowed: failuresAllowed,
  });
}

/** A known device is not held up by what others did: it has its own counter. */
function refuseLocked(state: SignInState, now: Date): void {
  const decisive = state.is_known_device
    ? [state.device_failed_at]
    : [state.name_failed_at, state.network_failed_at];
  refuseWhile(Math.max(...decisive.map((failure) => secondsLocked(failure, now))));
}

/** 429 with the time left, unless there is none. */
export function refuseWhile(seconds: number, failures: Failures = 'failed sign-ins'): void {
  if (seconds === 0) return;
  const more = { retryAfterSeconds: seconds };
  throw new AppError('auth.too_many_attempts', lockedMessage(seconds, failures), more);
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
  if (state.is_known_device) return asRecognized(counterOfDevice(digestOf(device)), work);
  if (state.is_known_address && state.user) return asRecognized(`user ${state.user.id}`, work);
  return asUnrecognized(networkOf(address), work);
}

/** Starts the session of someone who has shown who it is, and ends the one that the browser had. */
export async function enter(
  trx: Transaction,
  user: number,
  {
    visitor,
    way,
    now,
    provedAt = null,
  }: { visitor: Visitor; way: Way; now: Date; provedAt?: Date | null },
): Promise<Entry> {
  const deviceDigest = digestOf(visitor.device);
  const device = deviceDigest && visitor.device !== undefined ? visitor.device : newToken();
  const digest = digestOf(device);
  if (!digest) throw new Error('A new token has the wrong form');
  await endSessionOf(trx, visitor.earlier, now);
  await keepDevice(trx, { digest, user, now }, mostDevices);
  const { address, userAgent } = visitor;
  return {
    ...(await startSession(trx, { user, way, now, provedAt, address, userAgent })),
    device,
  };
}

async function noteFailure(
  trx: Transaction,
  state: SignInState,
  { attempt, now, part }: { attempt: Attempt; now: Date; part: Part },
): Promise<void> {
  const failure = state.is_known_device
    ? { name: counterOfDevice(digestOf(attempt.device)), address: '' }
    : { name: `name ${state.counted_as}`, address: networkOf(attempt.address) };
  await insertFailure(trx, { ...failure, now });
  const details = { device: deviceName(attempt.userAgent), part };
  const record = state.user?.id ?? null;
  // Of a user's name no more than its lock-outs let through; names of no one have no other end than this.
  const nth = record === null ? await countFailures(trx, now) : 1;
  if (!isRefusalLogged(nth)) return;
  await logEvent(trx, { action: 'sign-in refused', entity: 'users', record, details });
}
