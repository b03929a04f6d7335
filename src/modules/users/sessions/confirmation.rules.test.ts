import { expect, it } from 'vitest';
import { confirmationWays } from './confirmation.rules';

it.each([
  [{ code: false, passkeys: 0 }, ['password']],
  [{ code: true, passkeys: 0 }, ['password', 'code']],
  [{ code: true, passkeys: 2 }, ['password', 'code', 'passkey']],
])('who has %j confirms by %j', (has, ways) => {
  expect(confirmationWays(has)).toEqual(ways);
});
