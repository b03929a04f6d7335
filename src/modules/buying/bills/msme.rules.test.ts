import { expect, it } from 'vitest';
import { addDays, daysBetween } from '~/kit/shared/time/days';
import { msmeLimitOf, type PaidVendor, suggestedDueDate } from './msme.rules';

const day = '2026-11-01';

it.each([
  ['none', true, 'net_60', null, 60],
  ['medium', true, 'net_60', null, 60],
  ['micro', false, 'net_60', 15, 15],
  ['small', false, 'net_15', 15, 15],
  ['small', false, 'cod', 15, 0],
  ['micro', true, 'net_60', 45, 45],
  ['micro', true, 'net_30', 30, 30],
  ['small', true, 'net_15', 15, 15],
  ['small', true, null, 45, 30],
  ['small', false, null, 15, 15],
] as const)(
  '%s, agreed %s, %s: limit %s, due %s days later',
  (msme, msme_agreed, terms, limit, due) => {
    const vendor: PaidVendor = { msme, msme_agreed, payment_terms: terms };
    const found = msmeLimitOf(vendor, day);
    expect(found && daysBetween(day, found)).toBe(limit);
    const suggested = suggestedDueDate(vendor, { bill_date: day, limit: found });
    expect(daysBetween(day, suggested)).toBe(due);
  },
);

it('is never due before the bill, where goods were accepted long ago', () => {
  const vendor: PaidVendor = { msme: 'micro', msme_agreed: false, payment_terms: null };
  const limit = msmeLimitOf(vendor, addDays(day, -40));
  expect(suggestedDueDate(vendor, { bill_date: day, limit })).toBe(day);
});
