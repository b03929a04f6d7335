import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, startOfDay } from './days';

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
