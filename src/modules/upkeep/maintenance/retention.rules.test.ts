import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  daysInWords,
  retentionDays,
  forgottenBefore,
  isShorter,
  isFixed,
  leastLogDays,
  retentionKinds,
  retentionOf,
} from './retention.rules';

it.each(retentionKinds.map((kind) => [kind, retentionOf(kind)] as const))(
  '%s is kept for days within its bounds on its own',
  (_kind, { days, least, most, mayKeep }) => {
    expect(least).toBeLessThanOrEqual(most);
    expect(days === null ? mayKeep : days >= least && days <= most).toBe(true);
  },
);

it('keeps the log for eight years at least, leap days included', () => {
  const written = Date.UTC(2024, 1, 28);
  expect(written + leastLogDays * 86_400_000).toBeGreaterThanOrEqual(Date.UTC(2032, 1, 28));
  expect(retentionOf('log').least).toBe(leastLogDays);
});

it('keeps the feed as long as a notification can be, whose person is found by it', () => {
  expect(retentionOf('activity').least).toBeGreaterThanOrEqual(retentionOf('notifications').most);
});

describe('how many days are in force', () => {
  it.each([
    ['sessions', undefined, 90],
    ['sessions', 30, 30],
    ['sessions', 0, 1],
    ['sessions', 99_999, 3650],
    ['sessions', null, 90],
    ['log', undefined, null],
    ['log', null, null],
    ['log', 100, 2922],
    ['repeat_keys', 7, 1],
  ] as const)('%s, chosen %j: %j', (kind, chosen, days) => {
    expect(retentionDays(kind, chosen)).toBe(days);
  });
});

it('says the bounds', () => {
  expect(boundsOf('sessions')).toBe('Ended sessions can be kept from 1 to 3,650 days');
  expect(boundsOf('log')).toBe('Log can be kept from 2,922 to 36,500 days, or forever');
  expect([daysInWords(null), daysInWords(1), daysInWords(2922)]).toEqual([
    'forever',
    '1 day',
    '2,922 days',
  ]);
});

it('forgets what is older than the days, and nothing that is kept forever', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  expect(forgottenBefore(7, now)).toEqual(new Date('2026-11-15T10:00:00Z'));
  expect(forgottenBefore(null, now)).toBeNull();
});

it.each([
  [30, 90, true],
  [90, 90, false],
  [365, 90, false],
  [30, null, true],
  [null, 90, false],
  [null, null, false],
])('%j days instead of %j are fewer: %j', (days, before, shorter) => {
  expect(isShorter(days, before)).toBe(shorter);
});

it('leaves to administrators all but two kinds', () => {
  expect(retentionKinds.filter(isFixed)).toEqual(['repeat_keys', 'leftovers']);
});
