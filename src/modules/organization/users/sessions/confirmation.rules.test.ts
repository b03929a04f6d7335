import { expect, it } from 'vitest';
import { confirmationWays } from './confirmation.rules';

const nothing = { password: false, required: [], passkeys: 0, provider: false };

it.each([
  [{ password: true }, ['password']],
  [{ password: true, passkeys: 1 }, ['password', 'passkey']],
  // Nothing less than what signing in asks for.
  [{ password: true, required: ['code'] as const }, ['code']],
  [{ password: true, required: ['code', 'passkey'] as const, passkeys: 2 }, ['code', 'passkey']],
  [{ password: true, required: ['passkey'] as const, passkeys: 2, provider: true }, ['passkey']],
  [{ password: true, provider: true }, ['password', 'provider']],
  [{ provider: true }, ['provider']],
  [{}, ['password']],
])('who has %j confirms by %j', (has, ways) => {
  expect(confirmationWays({ ...nothing, ...has })).toEqual(ways);
});
