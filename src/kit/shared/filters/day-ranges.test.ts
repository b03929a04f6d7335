import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chosenDaysText,
  type DayRange,
  dayRanges,
  daysIn,
  daysOfRange,
  daysOfYear,
} from './day-ranges';
import type { Day } from '~/kit/shared/time/days';

describe('date ranges', () => {
  test.each<[DayRange, Day, Day, Day]>([
    ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['week', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['week', '2026-01-03', '2025-12-28', '2026-01-03'],
    ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['quarter', '2026-11-21', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['year', '2026-11-21', '2026-01-01', '2026-12-31'],
    ['month', '9999-12-31', '9999-12-01', '9999-12-31'],
  ])('%s on %s is %s to %s', (range, today, from, to) => {
    expect(daysOfRange(range, today)).toEqual({ from, to });
  });

  test.each<[Day, number, Day, Day]>([
    ['2026-11-21', 4, '2026-04-01', '2027-03-31'],
    ['9999-12-31', 4, '9999-04-01', '9999-12-31'],
    ['2026-03-31', 4, '2025-04-01', '2026-03-31'],
    ['2026-04-01', 4, '2026-04-01', '2027-03-31'],
    ['2026-11-21', 1, '2026-01-01', '2026-12-31'],
    ['2026-11-30', 12, '2025-12-01', '2026-11-30'],
  ])('the year of %s that begins in month %i is %s to %s', (today, firstMonth, from, to) => {
    expect(daysOfYear(today, firstMonth)).toEqual({ from, to });
  });

  test.each<[string, [Day, Day] | null, string | null]>([
    ['2026-11-01..2026-11-30', ['2026-11-01', '2026-11-30'], 'November 2026'],
    ['2028-02-01..2028-02-29', ['2028-02-01', '2028-02-29'], 'February 2028'],
    ['2026-11-10..2026-11-30', ['2026-11-10', '2026-11-30'], '10 Nov 2026 – 30 Nov 2026'],
    ['2026-04-01..2026-06-30', ['2026-04-01', '2026-06-30'], '1 Apr 2026 – 30 Jun 2026'],
    ['2026-11-10..2026-11-10', ['2026-11-10', '2026-11-10'], '10 Nov 2026'],
    ['month', ['2026-11-01', '2026-11-30'], null],
    ['2026-11-30..2026-11-01', null, null],
    ['2026-02-01..2026-02-30', null, null],
    ['2026-11-01', null, null],
    ['2026-11-01..', null, null],
    ['2026-11-01..2026-11-30..', null, null],
    ['toString', null, null],
  ])('%s has the days %j and reads %s', (value, days, text) => {
    const [from, to] = days ?? [];
    expect(daysIn(value, '2026-11-21')).toEqual(days && { from, to });
    expect(chosenDaysText(value)).toBe(text);
  });

  test('today lies in every range', () => {
    const day = fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom(...dayRanges.map((each) => each.value)), (today, range) => {
        const { from, to } = daysOfRange(range, today);
        expect(from <= today && today <= to).toBe(true);
      }),
    );
  });
});
