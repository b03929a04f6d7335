import type { FactorKind } from '../factors/passkeys.rules';

/** Minutes for which signing in, or confirming an identity, opens the calls that need a confirmation. */
export const confirmationMinutes = 15;

export type ConfirmationWay = 'password' | 'code' | 'passkey' | 'provider';

interface Shown {
  password: boolean;
  /** What signing in with the password asks for next to it. */
  required: readonly FactorKind[];
  passkeys: number;
  provider: boolean;
}

/**
 * The ways of a person, the usual one first: nothing less than a second factor for the person whose sign-in asks for one.
 * Without any, a link to a new password is still to be had.
 */
export function confirmationWays(has: Shown): ConfirmationWay[] {
  if (has.required.length > 0) return [...has.required];
  const ways: ConfirmationWay[] = [];
  if (has.password || !has.provider) ways.push('password');
  if (has.passkeys > 0) ways.push('passkey');
  if (has.provider) ways.push('provider');
  return ways;
}
