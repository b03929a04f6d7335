import { expect, it } from 'vitest';
import { documentNumber, financialYearOf, financialYearStart } from './number-series.rules';

it.each([
  ['2026-11-21', 4, '26-27'],
  ['2027-03-31', 4, '26-27'],
  ['2027-04-01', 4, '27-28'],
  ['2099-12-31', 4, '99-00'],
  ['2026-11-21', 1, '26'],
  ['2026-12-01', 12, '26-27'],
])('%s lies in the financial year that begins in month %i: %s', (day, startMonth, year) => {
  expect(financialYearOf(day, startMonth)).toBe(year);
});

it('numbers have five digits until they need more', () => {
  expect(documentNumber('ORD', '26-27', 1)).toBe('ORD-26-27-00001');
  expect(documentNumber('INV', '26-27', 123_456)).toBe('INV-26-27-123456');
});

it.each([
  ['2026-11-26', 4, '2026-04-01'],
  ['2026-03-31', 4, '2025-04-01'],
  ['2026-04-01', 4, '2026-04-01'],
  ['2026-11-26', 1, '2026-01-01'],
])('the financial year of %s that begins in month %i starts on %s', (day, month, start) => {
  expect(financialYearStart(day, month)).toBe(start);
});
