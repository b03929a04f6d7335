import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, dayByKey, weekdayOf, weeksOf } from './calendar';
import { addDays } from './days';

test('a month is shown in six weeks from Monday', () => {
  const weeks = weeksOf('2026-11-28');
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect([weeks.length, weeks[5]?.[6]]).toEqual([6, '2026-12-06']);
});

test('the last month of the calendar has as many days as the others', () => {
  const shown = weeksOf('9999-12-31').flat();
  expect(new Set(shown).size).toBe(42);
  expect(shown.map((day) => Number(day.slice(-2))).at(-1)).toBe(9);
});

test('each month has all of its days, once and in order', () => {
  const days = fc
    .integer({ min: 0, max: 2_950_000 })
    .map((number) => addDays('1900-01-01', number));
  fc.assert(
    fc.property(days, (day) => {
      const shown = weeksOf(day).flat();
      expect(shown.length).toBe(42);
      expect(shown).toEqual([...new Set(shown)].toSorted());
      expect(shown).toContain(day);
      expect(shown.filter((each) => each.startsWith(day.slice(0, 7)))[0]).toMatch(/-01$/);
      expect(weeksOf(day).every(([monday = '']) => weekdayOf(monday) === 0)).toBe(true);
    }),
  );
});

test.each([
  ['2026-11-28', 'ArrowLeft', false, '2026-11-27'],
  ['2026-11-30', 'ArrowRight', false, '2026-12-01'],
  ['2026-11-28', 'ArrowUp', false, '2026-11-21'],
  ['2026-11-28', 'ArrowDown', false, '2026-12-05'],
  ['2026-11-28', 'Home', false, '2026-11-23'],
  ['2026-11-28', 'End', false, '2026-11-29'],
  ['2026-11-28', 'PageUp', false, '2026-10-28'],
  ['2026-12-31', 'PageDown', false, '2027-01-31'],
  ['2026-10-31', 'PageDown', false, '2026-11-30'],
  ['2028-02-29', 'PageUp', true, '2027-02-28'],
  ['2026-11-28', 'PageDown', true, '2027-11-28'],
  ['1900-01-01', 'ArrowLeft', false, '1900-01-01'],
  ['9999-12-31', 'PageDown', false, '9999-12-31'],
  ['2026-11-28', 'x', false, null],
  ['2026-11-28', 'Enter', false, null],
])('on %s %s (Shift: %s) leads to %s', (day, key, withShift, next) => {
  expect(dayByKey(day, key, withShift)).toBe(next);
});

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['1900-05-05', -12, '1900-01-05'],
])('%s and %i months are %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});
