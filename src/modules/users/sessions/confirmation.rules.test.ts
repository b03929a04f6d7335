import { expect, it } from 'vitest';
import { confirmationWays } from './confirmation.rules';

it.each([
  [{ code: false }, ['password']],
  [{ code: true }, ['password', 'code']],
])('who has %j confirms by %j', (has, ways) => {
  expect(confirmationWays(has)).toEqual(ways);
});
