import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { readableSecret } from '../../server/hashes.service';
import { requiredFactors, type FactorKind } from '../passkeys.rules';
import { isFreshStep, stepSeconds, stepsOfDrift, typedCode } from '../second-factor.rules';
import { type PasskeyProof, takePasskey } from './challenges.actions';
import { getFactors } from './passkeys.queries';
import {
  type LockedFactor,
  lockFactor,
  noteStep,
  spendRecoveryCode,
} from './second-factor.queries';
import type { Secrets } from '~/kit/server/files/secrets';

interface Typed {
  code: string;
  secrets: Secrets;
  now: Date;
}

export interface Proof extends Omit<Typed, 'code'> {
  code: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/** What signing in with a password asks a user for next to it (docs/product/sign-in.md#second-factor). */
export async function requiredFactorsOf(db: Db, user: number): Promise<FactorKind[]> {
  return requiredFactors(await getFactors(db, user));
}

/**
 * Whether a user's second factor was shown, where one is required; a code that is accepted is used up
 * (docs/product/sign-in.md#second-factor).
 */
export async function takeSecondFactor(
  trx: Transaction,
  user: number,
  { code, passkey, secrets, now }: Proof,
): Promise<'shown' | 'missing' | 'wrong'> {
  if ((await requiredFactorsOf(trx, user)).length === 0) return 'shown';
  if (passkey) return (await takePasskey(trx, passkey, now)) === user ? 'shown' : 'wrong';
  if (code === undefined || code.trim() === '') return 'missing';
  const factor = await lockFactor(trx, user, { confirmed: true });
  if (!factor) return 'wrong';
  return (await isRightCode(trx, factor, { user, code, secrets, now })) ? 'shown' : 'wrong';
}

/** Whether a code of the app or a recovery code belongs to this locked factor; one that is accepted is used up. */
export async function isRightCode(
  trx: Transaction,
  factor: LockedFactor,
  { user, code, secrets, now }: Typed & { user: number },
): Promise<boolean> {
  const typed = typedCode(code);
  if (typed.kind === 'recovery') {
    const spent = await spendRecoveryCode(trx, user, digestOfCode(typed.code));
    if (spent)
      await logEvent(trx, { action: 'recovery code used', entity: 'users', record: user, user });
    return spent;
  }
  const secret = await secrets.open(factor.secret, user);
  if (secret === null) throw unreadable();
  const step = stepOf(typed.code, secret, { now, last: factor.last_step });
  if (step !== null) await noteStep(trx, user, step);
  return step !== null;
}

/** The time step of an app's code; null where it belongs to none that is accepted. */
export function stepOf(
  token: string,
  secret: string,
  { now, last }: { now: Date; last: number },
): number | null {
  const at = { timestamp: now.getTime(), period: stepSeconds };
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ token, secret: key, window: stepsOfDrift, ...at });
  if (delta === null) return null;
  const current = TOTP.counter(at);
  const step = current + delta;
  return isFreshStep(step, { current, last }) ? step : null;
}

/** 160 bits, as the standard asks for. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps take, with whose account it is. */
export function addressOf(secret: string, account: string): string {
  const issuer = 'Manufacturing CRM';
  return new TOTP({ issuer, label: account, secret, period: stepSeconds }).toString();
}

/** A recovery code: 118 bits, so many that a plain digest of it can be stored. */
export function newRecoveryCode(): string {
  return readableSecret(6);
}

export function digestOfCode(code: string): Buffer {
  return createHash('sha256').update(typedCode(code).code).digest();
}

function unreadable(): AppError {
  const message =
    'App codes cannot be checked right now. Use a recovery code, or ask your administrator.';
  return new AppError('auth.second_factor_unreadable', message);
}
