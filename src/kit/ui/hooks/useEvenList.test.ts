import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionsDrawn, positionsInView } from './useEvenList';

test.each([
  ['nothing', { top: 0, room: 10, count: 0 }, { around: 3, pinned: '-1' }, []],
  ['all of a few', { top: 0, room: 10, count: 3 }, { around: 3, pinned: '' }, [0, 1, 2]],
  ['none around', { top: 5, room: 2, count: 100 }, { around: 0, pinned: '' }, [5, 6, 7]],
  ['some around', { top: 5, room: 1, count: 100 }, { around: 2, pinned: '' }, [3, 4, 5, 6, 7, 8]],
  [
    'one kept above and one below',
    { top: 5, room: 1, count: 100 },
    { around: 0, pinned: '90 2 90' },
    [2, 5, 6, 90],
  ],
  ['one kept that is in view', { top: 5, room: 1, count: 100 }, { around: 0, pinned: '6' }, [5, 6]],
  ['one kept that is gone', { top: 0, room: 1, count: 3 }, { around: 0, pinned: '7 -1' }, [0, 1]],
  [
    'the end of a list that became short',
    { top: 90, room: 2, count: 4 },
    { around: 0, pinned: '' },
    [2, 3],
  ],
] as const)('draws %s', (_name, seen, more, drawn) => {
  expect(positionsDrawn(seen, more)).toEqual(drawn);
});

test('draws each place in view once, in order, and few more, however long the list is', () => {
  const position = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(
      position,
      fc.nat({ max: 100 }),
      position,
      fc.nat({ max: 8 }),
      position,
      (top, room, count, around, active) => {
        const seen = { top, room, count };
        const drawn = positionsDrawn(seen, { around, pinned: String(active) });
        const { first, last } = positionsInView(seen);
        expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
        for (let at = first; at <= last; at += 1) expect(drawn).toContain(at);
        expect(drawn.includes(active)).toBe(active < count);
        expect(drawn.length).toBeLessThanOrEqual(room + 2 * around + 2);
        if (count > 0 && room > 0) expect(last).toBeGreaterThanOrEqual(first);
      },
    ),
  );
});
