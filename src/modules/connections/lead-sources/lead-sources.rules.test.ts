import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextTurn, pulledAddress, writtenInstant } from './lead-sources.rules';

it.each([
  [[1, 2, 3], [], [1, 2, 3], 1],
  [[1, 2, 3], [1], [1, 2, 3], 2],
  [[1, 2, 3], [2, 3, 1], [1, 2, 3], 2],
  [[1, 2, 3], [2, 3, 1], [1, 3], 3],
  [[1, 2, 3], [3, 1], [1, 2, 3], 2],
  [[1], [], [], null],
  [[], [1], [1], null],
])('of %j with turns %j and active %j it is the turn of %j', (people, turns, active, next) => {
  expect(nextTurn(people, { turns, active })).toBe(next);
});

it('gives each active person one turn in as many as there are', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(ids, ids, (people, before) => {
      let turns: readonly number[] = before;
      const had = people.map(() => {
        const next = nextTurn(people, { turns, active: people });
        turns = [...turns.filter((id) => id !== next), ...(next === null ? [] : [next])];
        return next;
      });
      expect(new Set(had)).toEqual(new Set(people));
    }),
  );
});

it.each([
  ['iso', '2026-01-23T20:05:09.000Z'],
  ['unix', '1769198709'],
  ['DD-MMM-YYYY HH:mm:ss', '24-Jan-2026 01:35:09'],
  ['YYYY-MM-DD', '2026-01-24'],
])('writes an instant as %s', (format, written) => {
  expect(writtenInstant(new Date('2026-01-23T20:05:09Z'), format, 'Asia/Kolkata')).toBe(written);
});

it('puts the period into an address', () => {
  const period = { since: '24-Jan-2026 01:35:09', until: 'b' };
  expect(pulledAddress('https://a.example/?s={since}&u={until}', period)).toBe(
    'https://a.example/?s=24-Jan-2026%2001%3A35%3A09&u=b',
  );
});
