import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDueAnew, leaving, mostBytes, newestFirst } from './list-storing';

const MB = 1024 * 1024;
const day = 24 * 3600 * 1000;

test.each([
  ['nothing is known of the storage', {}, 0, 512 * MB],
  ['there is plenty', { quota: 100_000 * MB, usage: 0 }, 0, 512 * MB],
  ['little is free', { quota: 300 * MB, usage: 200 * MB }, 80 * MB, 130 * MB],
  ['nothing is free', { quota: 300 * MB, usage: 300 * MB }, 80 * MB, 80 * MB],
  ['more is taken than there is', { quota: 100 * MB, usage: 300 * MB }, 0, 0],
])('bounds what lists take where %s', (_where, estimate, taken, most) => {
  expect(mostBytes(estimate, taken)).toBe(most);
});

const uses = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    value: fc.record({ size: fc.nat(50), at: fc.nat(1000) }),
  }),
  { selector: ({ key }) => key },
);

test('the least recently used lists go, and no more than needed', () => {
  fc.assert(
    fc.property(uses, fc.nat(50), fc.nat(150), (all, size, most) => {
      const out = leaving(all, { key: 'a', size, most });
      expect(out === null).toBe(size > most);
      if (out === null) return;
      const others = all.filter(({ key }) => key !== 'a');
      const stay = others.filter(({ key }) => !out.includes(key));
      const sumOf = (remaining: typeof all) =>
        remaining.reduce((sum, { value }) => sum + value.size, size);
      expect(sumOf(stay)).toBeLessThanOrEqual(most);
      const deleted = others.filter(({ key }) => out.includes(key));
      for (const { value } of deleted)
        for (const remaining of stay) expect(value.at).toBeLessThanOrEqual(remaining.value.at);
      const last = deleted.find(({ key }) => key === out.at(-1));
      if (last) expect(sumOf([...stay, last])).toBeGreaterThan(most);
    }),
  );
});

test.each([
  [{ changed: 0, gone: 0, rows: 100, age: 3 * day }, false],
  [{ changed: 5, gone: 0, rows: 100, age: 1000 }, false],
  [{ changed: 6, gone: 0, rows: 100, age: 1000 }, true],
  [{ changed: 1, gone: 0, rows: 100, age: 2 * day }, true],
  [{ changed: 0, gone: 1, rows: 100_000, age: 1000 }, true],
])('after catching up %j a list is written again: %s', (caughtUp, expected) => {
  expect(isDueAnew(caughtUp)).toBe(expected);
});

test('a list without its own order is written newest first', () => {
  const at = (id: number, created_at: string) => ({ id, created_at });
  const rows = [at(1, '2026-11-02T10:00:00.000Z'), at(4, '2026-11-01T10:00:00.000Z')];
  const later = [at(2, '2026-11-03T10:00:00.000Z'), at(3, '2026-11-02T10:00:00.000Z')];
  expect([...rows, ...later].sort(newestFirst).map(({ id }) => id)).toEqual([2, 3, 1, 4]);
  expect([{ id: 1 }, { id: 2 }].sort(newestFirst).map(({ id }) => id)).toEqual([2, 1]);
});
