import { expect, it } from 'vitest';
import { interestOn, interestText } from './interest.rules';

const invoice = { invoice_id: 1, invoice_number: 'INV-1', balance_due: 1000 };
const today = '2026-11-26';

it.each([
  ['2026-11-26', 18, null],
  ['2026-12-01', 18, null],
  ['2026-11-25', 18, 0.49],
  ['2025-11-26', 18, 180],
  ['2026-10-27', 12.5, 10.27],
  ['2026-11-25', null, null],
  ['2026-11-25', 0, null],
])('on ₹1,000 due %s at %s %% a year: %s', (due_date, rate, total) => {
  const found = interestOn([{ ...invoice, due_date }], { rate, today });
  expect(found?.total ?? null).toBe(total);
});

it('is exact for the largest amounts, and rounds half a paisa up', () => {
  const due_date = '2025-11-26';
  const huge = { ...invoice, due_date, balance_due: 999_999_999_999.99 };
  expect(interestOn([huge], { rate: 18, today })?.total).toBe(180_000_000_000);
  const half = { ...invoice, due_date, balance_due: 0.5 };
  expect(interestOn([half], { rate: 1, today })?.total).toBe(0.01);
});

it('names each late invoice, and none that are not late', () => {
  const late = { ...invoice, due_date: '2026-11-16' };
  const soon = { ...invoice, due_date: '2026-11-30', invoice_id: 2 };
  const found = interestOn([late, soon], { rate: 36.5, today });
  expect(found).toEqual({
    rate: 36.5,
    up_to: today,
    invoices: [{ ...late, days: 10, amount: 10 }],
    total: 10,
  });
  expect(found && interestText(found)).toBe(
    'Interest at 36.5 % a year on overdue invoices up to 26 Nov 2026: ₹10.00. It is not part of the balance.',
  );
});
