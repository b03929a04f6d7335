import { figuresOf } from '~/kit/shared/filters/figures';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import {
  allocateOldestFirst,
  allocateRounded,
  allocated,
  allocationProblems,
  canCancel,
  canCover,
  canRefund,
  spentCredit,
  tdsOn,
} from './receipts.rules';
import type { Receipt } from './receipts.fields';
import { receiptFigures } from './receipts.filters';

const invoice = (id: number, due_date: string, total_amount: number) => ({
  id,
  due_date,
  invoice_date: due_date,
  total_amount,
  balance_due: total_amount,
  subtotal: Math.round((total_amount / 1.18) * 100) / 100,
  credited_amount: 0,
  debited_amount: 0,
  tds_amount: 0,
});

it('is cancelled once', () => {
  expect(canCancel({ status: 'completed' }).ok).toBe(true);
  expect(canCancel({ status: 'cancelled' })).toMatchObject({ code: 'receipt.cancelled' });
});

it('fills the longest due first, with TDS in proportion where the sum ends', () => {
  const owed = [invoice(3, '2026-10-01', 118), invoice(1, '2026-09-01', 118)];
  expect(allocateOldestFirst(owed, { amount: 175, tdsRate: 2 })).toEqual([
    { invoice_id: 1, amount: 116, tds_amount: 2, round_off: 0 },
    { invoice_id: 3, amount: 59, tds_amount: 1.02, round_off: 0 },
  ]);
  expect(allocateOldestFirst(owed, { amount: 0, tdsRate: 2 })).toEqual([]);
});

it.each([
  ['less was paid', 117.7, [[1, 117.7, 0.3]]],
  [
    'more was paid',
    236.4,
    [
      [1, 118, 0],
      [3, 118.4, -0.4],
    ],
  ],
  ['the rest would start the next one', 118.4, [[1, 118.4, -0.4]]],
  ['the sum fits', 118, null],
  ['more than ₹1 is missing', 116.5, null],
  ['nothing was paid', 0, null],
] as const)('rounds off the last invoice where %s', (_, amount, requested) => {
  const owed = [invoice(3, '2026-10-01', 118), invoice(1, '2026-09-01', 118)];
  const created = allocateRounded(owed, { amount, tdsRate: 0 });
  const shown = created?.map((each) => [each.invoice_id, each.amount, each.round_off]) ?? null;
  expect(shown).toEqual(requested);
});

it('settles twelve invoices by one sum less 0.1% TDS and 30 paise', () => {
  const owed = Array.from({ length: 12 }, (_, at) => invoice(at + 1, '2026-09-01', 1180 + at));
  const full = allocateOldestFirst(owed, { amount: 1_000_000, tdsRate: 0.1 });
  const amount = Math.round(sums(full).amount * 100 - 30) / 100;
  const created = allocateRounded(owed, { amount, tdsRate: 0.1 }) ?? [];
  expect(created.map(allocated)).toEqual(owed.map(({ balance_due }) => balance_due));
  expect(created.at(-1)?.round_off).toBe(0.3);
  expect(sums(created)).toMatchObject({ amount, tds_amount: sums(full).tds_amount });
});

it('never allocates more than the amount received, nor more than the balance of an invoice', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100);
  fc.assert(
    fc.property(
      fc.array(cents, { maxLength: 12 }),
      cents,
      fc.integer({ min: 0, max: 2000 }),
      (totals, amount, rate) => {
        const owed = totals.map((total, index) => invoice(index + 1, '2026-09-01', total));
        const created = allocateOldestFirst(owed, { amount, tdsRate: rate / 100 });
        expect(canCover({ amount: Math.max(amount, 1e9) }, sums(created)).ok).toBe(true);
        expect(sums(created).amount).toBeLessThanOrEqual(amount);
        for (const each of created)
          expect(allocated(each)).toBeLessThanOrEqual(totals[each.invoice_id - 1] ?? 0);
      },
    ),
    { numRuns: 200 },
  );
});

function sums(created: { amount: number; tds_amount: number }[]) {
  const paise = (name: 'amount' | 'tds_amount') =>
    created.reduce((sum, each) => sum + Math.round(each[name] * 100), 0) / 100;
  return { amount: paise('amount'), tds_amount: paise('tds_amount'), round_off: 0 };
}

it('names the problems of allocations at their fields', () => {
  const parts = { amount: 1, tds_amount: 0, round_off: 0 };
  const problems = allocationProblems([
    { ...parts, invoice_id: 1 },
    { ...parts, invoice_id: 1 },
    { ...parts, invoice_id: 2, amount: 0.5, round_off: -0.5 },
  ]);
  expect(problems.map(({ field }) => field)).toEqual([
    'allocations.1.invoice_id',
    'allocations.2.amount',
  ]);
});

it('counts the money of the month and the unallocated amount, without cancelled receipts', () => {
  const receipt = (receipt_date: string, amount: number, values: Partial<Receipt> = {}) =>
    ({ receipt_date, amount, unallocated: 0, status: 'completed', ...values }) as Receipt;
  const receipts = [
    receipt('2026-11-01', 0.1),
    receipt('2026-11-26', 0.2, { unallocated: 0.15 }),
    receipt('2026-10-31', 500, { unallocated: 0.15 }),
    receipt('2026-11-02', 700, { status: 'cancelled' }),
  ];
  const at = { today: '2026-11-26', timeZone: 'Asia/Kolkata' };
  expect(figuresOf(receiptFigures, receipts, at)).toEqual({
    total: 4,
    thisMonth: 0.3,
    unallocated: 0.3,
  });
});

it.each([
  ['completed', 50, undefined, null],
  ['completed', 50, 50.01, 'receipt.spent'],
  ['completed', 0, undefined, 'receipt.spent'],
  ['cancelled', 0, 1, 'receipt.cancelled'],
] as const)('a %s receipt with %s left refunds %s: %s', (status, unallocated, amount, code) => {
  const verdict = canRefund({ status, unallocated }, amount);
  expect(verdict.ok ? null : verdict.code).toBe(code);
});

it('names the share of a receipt that was refunded or applied elsewhere', () => {
  const receipt = { status: 'completed', amount: 100.3, allocated_amount: 50.1, unallocated: 20.1 };
  const spent = (values: object) =>
    spentCredit({ ...receipt, ...values } as Parameters<typeof spentCredit>[0]);
  expect(spent({})).toBe(30.1);
  expect(spent({ unallocated: 50.2 })).toBe(0);
  expect(spent({ status: 'cancelled', unallocated: 0 })).toBe(0);
});

it('proposes the TDS of an invoice less what was recorded, in any number of parts', () => {
  const whole = { ...invoice(1, '2026-09-01', 2166), subtotal: 1836 };
  const pay = (paid: readonly { amount: number; tds_amount: number }[], amount: number) => {
    const tds_amount = paid.reduce((sum, each) => sum + Math.round(each.tds_amount * 100), 0) / 100;
    const balance = paid.reduce(
      (sum, each) => sum - each.amount - each.tds_amount,
      whole.total_amount,
    );
    const rest = { ...whole, tds_amount, balance_due: Math.round(balance * 100) / 100 };
    const [part] = allocateOldestFirst([rest], { amount, tdsRate: 10 });
    return [...paid, { amount: part?.amount ?? 0, tds_amount: part?.tds_amount ?? 0 }];
  };
  // 10 % of ₹1,836.
  expect(pay(pay([], 1000), 982.4)).toEqual([
    { amount: 1000, tds_amount: 92.62 },
    { amount: 982.4, tds_amount: 90.98 },
  ]);
  const large = { ...invoice(1, '2026-09-01', 118_000), subtotal: 100_000 };
  expect(tdsOn({ ...large, tds_amount: 9000, balance_due: 10_000 }, 10)).toBe(1000);
  expect(tdsOn({ ...large, tds_amount: 10_000.01 }, 10)).toBe(0);
  expect(tdsOn({ ...large, credited_amount: 59_000 }, 10)).toBe(5000);
});
