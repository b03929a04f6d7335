import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleMs, noteActivity, takeReport } from './idle-clock';

const start = Date.parse('2026-11-21T10:00:00Z');
let stored: string | null;

beforeEach(() => {
  stored = null;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (ms: number) => vi.setSystemTime(start + ms);

test('idle time counts from the last touch in any tab', () => {
  noteActivity();
  at(50_000);
  expect(idleMs()).toBe(50_000);
  // Another tab.
  stored = String(start + 40_000);
  expect(idleMs()).toBe(10_000);
  // A clock that was set back: what is kept lies in the future and counts for nothing.
  stored = String(start + 3_600_000);
  expect(idleMs()).toBe(50_000);
  stored = 'nonsense';
  expect(idleMs()).toBe(50_000);
});

test('storage that is forbidden leaves each tab to itself', () => {
  vi.stubGlobal('localStorage', undefined);
  at(100_000);
  noteActivity();
  at(103_000);
  expect(idleMs()).toBe(3000);
});

test('activity is reported once a minute at most, and later activity is not lost', () => {
  at(200_000);
  noteActivity();
  expect(takeReport()).toBe(true);
  expect(takeReport()).toBe(false);
  at(230_000);
  noteActivity();
  expect(takeReport()).toBe(false);
  at(261_000);
  expect(takeReport()).toBe(true);
  at(400_000);
  expect(takeReport()).toBe(false);
});
