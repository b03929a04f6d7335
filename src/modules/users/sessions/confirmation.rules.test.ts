import { expect, it } from 'vitest';
import { confirmationWays } from './confirmation.rules';

const nothing = { password: false, code: false, passkeys: 0, provider: false };

it.each([
  [{ password: true }, ['password']],
  [{ password: true, code: true }, ['password', 'code']],
  [{ password: true, code: true, passkeys: 2 }, ['password', 'code', 'passkey']],
  [{ password: true, provider: true }, ['password', 'provider']],
  [{ provider: true }, ['provider']],
  [{ provider: true, code: true, passkeys: 1 }, ['code', 'passkey', 'provider']],
  [{}, ['password']],
])('who has %j confirms by %j', (has, ways) => {
  expect(confirmationWays({ ...nothing, ...has })).toEqual(ways);
});
