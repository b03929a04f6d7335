import { expect, it } from 'vitest';
import {
  type BillingPeriod,
  daysOfPeriod,
  descriptionOf,
  isBillingPeriod,
  skippedText,
} from './billing.rules';

it.each<[BillingPeriod, { from: string; to: string } | null]>([
  ['all', null],
  ['month', { from: '2026-02-01', to: '2026-02-28' }],
  ['quarter', { from: '2026-01-01', to: '2026-03-31' }],
  ['year', { from: '2025-04-01', to: '2026-03-31' }],
  ['last-year', { from: '2024-04-01', to: '2025-03-31' }],
])('the days of the period %s, with years that begin in April', (period, days) => {
  expect(daysOfPeriod(period, { today: '2026-02-14', firstMonth: 4 })).toEqual(days);
});

it('a period has one of the names offered', () => {
  expect(isBillingPeriod('last-year')).toBe(true);
  expect(isBillingPeriod('century')).toBe(false);
});

it.each([
  [0, 'Acme Tools'],
  [1, 'Acme Tools, 1 item'],
  [12, 'Acme Tools, 12 items'],
])('an invoice of %d lines is described as "%s"', (item_count, text) => {
  expect(descriptionOf({ customer_name: 'Acme Tools', item_count })).toBe(text);
});

it('names one invoice or several that are not in an archive', () => {
  const one = { number: 'INV-1', reason: 'It is damaged.' };
  expect(skippedText([one])).toBe(
    '1 invoice could not be printed and is not in this archive.\n\nINV-1: It is damaged.\n',
  );
  expect(skippedText([one, { ...one, number: 'INV-2' }])).toMatch(/^2 invoices .* and are not/);
});
