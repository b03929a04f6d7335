import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  clockOf,
  dayOf,
  formatDay,
  formatInstant,
  hourOf,
  instantAt,
  monthName,
  relativeDay,
  relativeInstant,
  shownDay,
  startOfDay,
} from './days';

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-04-01', -1, '2026-03-31'],
  ['9999-12-31', 7, '9999-12-31'],
  ['1900-01-01', -90, '1900-01-01'],
])('%s and %i days are %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

describe('the instant at which a day begins', () => {
  test.each([
    ['2026-11-01', 'Asia/Kolkata', '2026-10-31T18:30:00.000Z'],
    ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', 'Asia/Kathmandu', '2026-10-31T18:15:00.000Z'],
    ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
    ['2026-11-01', 'Etc/GMT+12', '2026-11-01T12:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    // Clocks went from 0:00 to 1:00, so that this day began at 1:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, instant) => {
    expect(startOfDay(day, timeZone)).toBe(instant);
  });

  test('belongs to the day, and the millisecond before it does not', () => {
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      'Asia/Kolkata',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    );
    fc.assert(
      fc.property(instants, zones, (instant, timeZone) => {
        const day = dayOf(instant, timeZone);
        const start = Date.parse(startOfDay(day, timeZone));
        expect(dayOf(new Date(start), timeZone)).toBe(day);
        expect(dayOf(new Date(start - 1), timeZone) < day).toBe(true);
      }),
    );
  });
});

test('the hour that clocks show, and the instant at which they show it', () => {
  expect(hourOf('2026-11-21T16:30:00Z', 'Asia/Kolkata')).toBe(22);
  expect(hourOf('2026-11-21T18:30:00Z', 'Asia/Kolkata')).toBe(0);
  expect(instantAt('2026-11-21', 8, 'Asia/Kolkata')).toBe('2026-11-21T02:30:00.000Z');
  // Clocks went forward at 2:00, and back at 3:00.
  expect(instantAt('2026-03-29', 8, 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
  expect(instantAt('2026-10-25', 8, 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
});

test.each([
  ['2026-11-21T10:00:00.000Z', 'Just now'],
  ['2026-11-21T10:05:00.000Z', 'Just now'],
  ['2026-11-21T09:59:00.000Z', '1 minute ago'],
  ['2026-11-21T09:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T09:00:00.000Z', '1 hour ago'],
  ['2026-11-20T10:00:01.000Z', '23 hours ago'],
  ['2026-11-20T10:00:00.000Z', 'Yesterday'],
  ['2026-11-19T00:00:00.000Z', '2 days ago'],
  ['2025-01-01T00:00:00.000Z', '1 year ago'],
])('%s is %s', (instant, text) => {
  expect(relativeInstant(instant, '2026-11-21T10:00:00.000Z', 'Asia/Kolkata')).toBe(text);
});

test.each(['', 'x', '2026-13-45', 'null', '2026-11-21T99:00:00Z'])(
  'shows a dash for the date "%s"',
  (text) => {
    const now = '2026-11-21T10:00:00.000Z';
    expect([
      dayOf(text, 'UTC'),
      formatDay(text),
      formatDay(dayOf(text, 'UTC')),
      formatInstant(text, 'UTC'),
      clockOf(text, 'UTC'),
      monthName(text),
      relativeDay(text, '2026-11-21'),
      relativeInstant(text, now, 'UTC'),
    ]).toEqual(Array(8).fill('–'));
  },
);

test.each([
  [undefined, '2026-11-27'],
  ['rubbish', '2026-11-27'],
  ['2026-02-30', '2026-11-27'],
  ['', ''],
  ['2026-04-01', '2026-04-01'],
])('a date input shows %s of an address as %s', (typed, shown) => {
  expect(shownDay(typed, '2026-11-27')).toBe(shown);
});
