import { expect, it } from 'vitest';
import { predicateOf } from '~/kit/shared/filters/filters';
import { figuresOf } from '~/kit/shared/filters/figures';
import { ageText, shortNotes } from './figures.rules';
import type { Payment } from './payments.fields';
import { paymentFigures, paymentFilters } from './payments.filters';

const today = '2026-11-21';
const at = { today, timeZone: 'Asia/Kolkata' };
const payment = (values: Partial<Payment> = {}): Payment =>
  ({
    id: 1,
    invoice_number: 'INV-26-27-00001',
    customer_name: 'Sahyadri Castings',
    payment_method: 'cash',
    amount: 1500,
    payment_date: '2026-11-20',
    reference_number: null,
    notes: null,
    status: 'completed',
    kind: 'cash',
    ...values,
  }) as Payment;

const lets = (values: Record<string, string>, row: Payment) =>
  predicateOf(paymentFilters, values, at)?.(row) ?? true;

it.each([
  [{ search: 'sahyadri' }, true],
  [{ search: 'deccan' }, false],
  [{ status: 'completed' }, true],
  [{ status: 'failed' }, false],
  [{ payment_method: 'cash' }, true],
  [{ payment_method: 'check' }, false],
  [{ customer: 'Sahyadri Castings' }, true],
  [{ dateRange: 'week' }, true],
  [{ dateRange: 'today' }, false],
  [{ amountRange: '1000-5000' }, true],
  [{ amountRange: 'under-1000' }, false],
])('%j finds it: %s', (values, found) => {
  expect(lets(values as Record<string, string>, payment())).toBe(found);
});

it.each([
  ['cash', null, [], ['pending', 'manual']],
  ['cash', 'R-1', ['verified'], ['manual']],
  ['other', 'R-1', ['verified'], ['manual']],
  ['check', null, ['pending'], ['pending']],
  ['check', 'R-1', ['verified', 'pending'], ['pending']],
  ['bank_transfer', null, ['pending'], ['pending']],
  ['bank_transfer', 'R-1', ['verified', 'pending'], ['reconciled']],
  ['credit_card', null, [], ['pending']],
  ['credit_card', 'R-1', ['verified'], ['reconciled']],
] as const)(
  'by %s with the reference %s it is verified as %j and reconciled as %j',
  (payment_method, reference_number, verification, reconciliation) => {
    const row = payment({ payment_method, reference_number });
    const taken = (key: string, values: readonly string[]) =>
      values.filter((value) => lets({ [key]: value }, row));
    expect(taken('verification', ['verified', 'pending'])).toEqual(verification);
    expect(taken('reconciliation', ['reconciled', 'pending', 'manual'])).toEqual(reconciliation);
  },
);

it('the cards count all, and sum the money that has arrived', () => {
  const rows = [
    payment({ amount: 0.1 }),
    payment({ amount: 0.2, payment_method: 'check', payment_date: '2026-10-31' }),
    payment({ amount: 100, status: 'pending' }),
    payment({ amount: 2, kind: 'tds' }),
  ];
  expect(figuresOf(paymentFigures, rows, at)).toEqual({
    total: 4,
    thisMonth: 3,
    methods: 2,
    amount: 0.3,
  });
});

it.each([
  ['2026-11-22', 'Today'],
  ['2026-11-21', 'Today'],
  ['2026-11-20', 'Yesterday'],
  ['2026-11-19', '2 d ago'],
  ['2026-11-15', '6 d ago'],
  ['2026-11-14', '14 Nov 2026'],
])('%s reads %s', (day, text) => {
  expect(ageText(day, today)).toBe(text);
});

it('notes are cut at 50 characters', () => {
  expect(shortNotes(null)).toBe('');
  expect(shortNotes('a'.repeat(50))).toBe('a'.repeat(50));
  expect(shortNotes('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
});
