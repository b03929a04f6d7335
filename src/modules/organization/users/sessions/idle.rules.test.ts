import { describe, expect, it } from 'vitest';
import { idleSecondsOf, refreshSeconds } from '../users.rules';
import { idleState } from './idle.rules';

describe('an idle session', () => {
  const minutes = (count: number) => count * 60_000;

  it.each([
    [30, 0, 'active'],
    [30, minutes(29) - 1, 'active'],
    [30, minutes(29), 'warning'],
    [30, minutes(30) - 1, 'warning'],
    [30, minutes(30), 'over'],
    [15, minutes(600), 'over'],
    [null, minutes(100_000), 'active'],
  ] as const)('of %j minutes after %i ms is %s', (timeout, idle, state) => {
    expect(idleState(timeout, idle)).toBe(state);
  });

  it.each([
    [undefined, 0],
    ['0', 0],
    ['61', 61],
    ['999999999', refreshSeconds],
    ['-5', 0],
    ['1.5', 0],
    ['1e3', 0],
    ['x', 0],
    ['9'.repeat(20), 0],
    [['5', '6'], 0],
  ])('a header of %j means %i seconds', (header, seconds) => {
    expect(idleSecondsOf(header)).toBe(seconds);
  });
});
