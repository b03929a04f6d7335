/** Minutes for which signing in, or confirming who one is, is recent enough for what cannot be undone. */
export const confirmationMinutes = 15;

/** How a person can confirm who they are; a provider of single sign-on would be one more. */
export type ConfirmationWay = 'password' | 'code' | 'passkey';

/** The ways of a person, the usual one first. */
export function confirmationWays(has: { code: boolean; passkeys: number }): ConfirmationWay[] {
  const ways: ConfirmationWay[] = ['password'];
  if (has.code) ways.push('code');
  if (has.passkeys > 0) ways.push('passkey');
  return ways;
}
