import { expect, it } from 'vitest';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { secondsBeforeRetry } from './busy';

it.each<[ErrorCode | undefined, string | null, number, number | null]>([
  ['server.busy', '3', 1, 3],
  ['request.too_many', '1', 4, 1],
  ['server.busy', '0', 1, 1],
  ['server.busy', null, 1, 1],
  ['server.busy', '3', 5, null],
  ['request.too_many', '60', 1, null],
  ['server.busy', 'Wed, 21 Oct 2026 07:28:00 GMT', 1, null],
  // Whether it was done is not known.
  ['server.deadline', '1', 1, null],
  ['database.unavailable', '1', 1, null],
  ['auth.too_many_attempts', '5', 1, null],
  [undefined, '1', 1, null],
])('%s with Retry-After %s on try %i: %j', (code, retryAfter, tries, expected) => {
  expect(secondsBeforeRetry({ code, retryAfter }, tries)).toBe(expected);
});
