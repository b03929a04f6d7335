import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  balanceOf,
  blockedTax,
  owedOf,
  payableOf,
  shareOf,
  statusAfter,
} from './bill-amounts.rules';

it('does not pay tax under reverse charge, nor TDS, to the vendor', () => {
  const bill = { total_amount: 1180, tax_amount: 180, tds_amount: 10, reverse_charge: false };
  expect([owedOf(bill), payableOf(bill)]).toEqual([1180, 1170]);
  const reverse = { ...bill, reverse_charge: true };
  expect([owedOf(reverse), payableOf(reverse)]).toEqual([1000, 990]);
});

it.each([
  ['bill', 0, 0, 100, 'open'],
  ['bill', 30, 0, 70, 'partially_paid'],
  ['bill', 0, 30, 70, 'partially_paid'],
  ['bill', 70, 30, 0, 'paid'],
  ['credit', 0, 0, -100, 'open'],
  ['credit', 20, 30, -50, 'partially_paid'],
  ['credit', 70, 30, 0, 'paid'],
] as const)(
  'a %s of 100, %d paid, %d credited: %d, %s',
  (kind, paid, credited, balance, status) => {
    const bill = {
      kind,
      payable_amount: 100,
      paid_amount: paid,
      credited_amount: credited,
      status: 'open',
      due_date: '2026-11-30',
    } as const;
    expect(balanceOf(bill)).toBe(balance);
    expect(statusAfter(bill, '2026-11-30')).toBe(status);
    const late = status === 'open' && kind === 'bill' ? 'overdue' : status;
    expect(statusAfter(bill, '2026-12-01')).toBe(late);
    expect(statusAfter({ ...bill, status: 'draft' }, '2026-12-01')).toBe('draft');
    expect(statusAfter({ ...bill, status: 'cancelled' }, '2026-12-01')).toBe('cancelled');
  },
);

it('is paid at once where nothing is due', () => {
  const bill = { kind: 'bill', payable_amount: 0, paid_amount: 0, credited_amount: 0 } as const;
  expect(statusAfter({ ...bill, status: 'open', due_date: '2026-01-01' }, '2026-12-01')).toBe(
    'paid',
  );
});

it.each([
  ['eligible', 'gst', 0],
  ['blocked', 'gst', 18],
  ['eligible', 'single', 0],
  ['blocked', 'single', 10],
] as const)('%s tax in mode %s costs %d', (itc, tax_mode, cost) => {
  const line = { itc, taxable_value: 100, cgst_amount: 9, sgst_amount: 9, igst_amount: 0 };
  expect(blockedTax(line, { tax_mode, tax_rate: 10 })).toBe(cost);
});

it('gives the parts of an amount so that they add up', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(parts, fc.nat(99_999), (paise, tax) => {
      const whole = sumOf(paise.map((each) => each / 100));
      let before = 0;
      const shares = paise.map((each) => {
        const share = shareOf(tax / 100, { before, taken: each / 100, whole });
        before = sumOf([before, each / 100]);
        return share;
      });
      expect(sumOf(shares)).toBe(tax / 100);
    }),
  );
});
