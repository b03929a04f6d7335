/** Minutes for which signing in, or confirming who one is, is recent enough for what cannot be undone. */
export const confirmationMinutes = 15;

export type ConfirmationWay = 'password' | 'code' | 'passkey' | 'provider';

interface Shown {
  password: boolean;
  code: boolean;
  passkeys: number;
  provider: boolean;
}

/** The ways of a person, the usual one first; who has none can still ask for a link to a new password. */
export function confirmationWays(has: Shown): ConfirmationWay[] {
  const ways: ConfirmationWay[] = [];
  if (has.password || !has.provider) ways.push('password');
  if (has.code) ways.push('code');
  if (has.passkeys > 0) ways.push('passkey');
  if (has.provider) ways.push('provider');
  return ways;
}
