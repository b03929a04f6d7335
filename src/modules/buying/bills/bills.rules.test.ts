import { expect, it } from 'vitest';
import type { Verdict } from '~/kit/shared/verdict';
import {
  billDateProblem,
  canBook,
  canCredit,
  canDelete,
  canEdit,
  canPay,
  canTakeStatus,
  dueDateProblem,
  isBought,
  typedTdsProblem,
} from './bills.rules';

const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code);

it.each([
  ['draft', 'open', 0, 'ok'],
  ['draft', 'draft', 0, 'ok'],
  ['draft', 'cancelled', 0, 'bill.is_draft'],
  ['draft', 'paid', 0, 'bill.status_derived'],
  ['open', 'draft', 0, 'bill.booked'],
  ['open', 'overdue', 0, 'bill.status_derived'],
  ['open', 'cancelled', 0, 'ok'],
  ['overdue', 'cancelled', 0, 'ok'],
  ['overdue', 'open', 0, 'bill.status_derived'],
  ['partially_paid', 'cancelled', 5, 'bill.has_payments'],
  ['cancelled', 'open', 0, 'bill.cancelled'],
  ['cancelled', 'cancelled', 0, 'ok'],
] as const)('a bill that is %s and is set to %s with %d paid: %s', (status, next, paid, code) => {
  expect(codeOf(canTakeStatus({ status, kind: 'bill', paid_amount: paid }, next))).toBe(code);
});

it.each([
  ['draft', 'ok', 'ok', 'bill.is_draft', 'bill.is_draft', 'ok'],
  ['open', 'bill.booked', 'bill.booked', 'ok', 'ok', 'bill.booked'],
  [
    'cancelled',
    'bill.cancelled',
    'bill.booked',
    'bill.cancelled',
    'bill.cancelled',
    'bill.cancelled',
  ],
] as const)(
  'a bill that is %s: book %s, delete %s, pay %s, credit %s, items %s',
  (status, book, remove, pay, credit, items) => {
    const bill = { status, kind: 'bill', balance_due: 10 } as const;
    expect(codeOf(canBook(bill))).toBe(book);
    expect(codeOf(canDelete(bill))).toBe(remove);
    expect(codeOf(canPay(bill))).toBe(pay);
    expect(codeOf(canCredit(bill))).toBe(credit);
    expect(codeOf(canEdit(bill, ['notes', 'items']))).toBe(items);
  },
);

it('names the field that stays, and takes due date, terms and notes', () => {
  expect(canEdit({ status: 'overdue' }, ['due_date', 'terms_conditions', 'notes']).ok).toBe(true);
  expect(canEdit({ status: 'overdue' }, ['bill_date'])).toMatchObject({
    message: 'Bill Date cannot be changed: this bill is Overdue',
  });
  expect(canEdit({ status: 'open' }, ['charges'])).toMatchObject({
    message: 'Charges cannot be changed: this bill is Open',
  });
  expect(codeOf(canCredit({ status: 'open', kind: 'credit' }))).toBe('bill.booked');
  expect(codeOf(canPay({ status: 'paid', balance_due: 0 }))).toBe('bill.has_payments');
});

it('checks days and typed TDS', () => {
  const bill_date = '2026-11-30';
  expect(dueDateProblem({ bill_date, due_date: '2026-11-29' })).toContain('before the bill date');
  expect(dueDateProblem({ bill_date, due_date: bill_date })).toBeNull();
  expect(billDateProblem(bill_date, '2026-11-29')).toContain('future');
  expect(billDateProblem(bill_date, bill_date)).toBeNull();
  expect(typedTdsProblem(10.01, 10)).toBe('TDS cannot exceed ₹10.00');
  expect(typedTdsProblem(10, 10)).toBeNull();
});

it('tells goods that are not ordered yet from other lines', () => {
  const lines = [{ product_id: 1 }, { product_id: 1, purchase_line_id: 2 }, { product_id: null }];
  expect(lines.map(isBought)).toEqual([true, false, false]);
});
