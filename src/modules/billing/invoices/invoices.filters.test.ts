import { describe, expect, it } from 'vitest';
import { predicateOf } from '~/kit/shared/filters/filters';
import { figuresOf } from '~/kit/shared/filters/figures';
import { dueNote, isPastDue } from './dues.rules';
import type { Invoice } from './invoices.fields';
import { invoiceFigures, invoiceFilters } from './invoices.filters';

const today = '2026-11-21';
const at = { today, timeZone: 'Asia/Kolkata' };
const invoice = (values: Partial<Invoice> = {}): Invoice =>
  ({
    id: 1,
    invoice_number: 'INV-26-27-00001',
    customer_name: 'Sahyadri Castings',
    notes: null,
    terms_conditions: 'Net 30 days',
    invoice_date: '2026-11-01',
    due_date: '2026-12-01',
    total_amount: 5000,
    paid_amount: 0,
    balance_due: 5000,
    paid_on: null,
    is_opening: false,
    status: 'sent',
    ...values,
  }) as Invoice;

const lets = (values: Record<string, string>, row: Invoice) =>
  predicateOf(invoiceFilters, values, at)?.(row) ?? true;

/** Which bands of a filter take the row. */
const bandsOf = (key: string, row: Invoice): string[] => {
  const choices = invoiceFilters.find((filter) => filter.key === key)?.choices;
  if (!Array.isArray(choices)) throw new Error(`${key} has no fixed choices`);
  return choices
    .map((choice) => String(choice.value))
    .filter((value) => lets({ [key]: value }, row));
};

it('the filters are the documented ones, in their order', () => {
  expect(invoiceFilters.map((filter) => filter.key)).toEqual([
    'search',
    'status',
    'customer',
    'dateRange',
    'amountRange',
    'dueStatus',
    'paymentStatus',
    'aging',
    'created_by',
    'opening',
    'place_of_supply',
  ]);
});

it.each([
  [{ search: 'sahyadri 00001' }, true],
  [{ search: 'deccan' }, false],
  [{ status: 'sent' }, true],
  [{ status: 'paid' }, false],
  [{ customer: 'Sahyadri Castings' }, true],
  [{ customer: 'Deccan Pumps' }, false],
  [{ dateRange: 'month' }, true],
  [{ dateRange: 'week' }, false],
])('%j finds it: %s', (values, found) => {
  expect(lets(values as Record<string, string>, invoice())).toBe(found);
});

it.each([
  [0, 'under-1000'],
  [999.99, 'under-1000'],
  [1000, '1000-5000'],
  [4999.99, '1000-5000'],
  [5000, '5000-10000'],
  [10_000, '10000-50000'],
  [49_999.99, '10000-50000'],
  [50_000, 'over-50000'],
  [9_000_000, 'over-50000'],
])('an amount of %s is in %s alone', (total_amount, band) => {
  expect(bandsOf('amountRange', invoice({ total_amount }))).toEqual([band]);
});

describe('what is due', () => {
  it.each([
    ['2026-11-20', 'sent', 'overdue', '1 day overdue'],
    ['2026-11-01', 'overdue', 'overdue', '20 days overdue'],
    ['2026-11-20', 'partially_paid', 'overdue', '1 day overdue'],
    ['2026-11-20', 'draft', 'overdue', '1 day overdue'],
    ['2026-11-21', 'sent', 'due-soon', 'Due today'],
    ['2026-11-22', 'pending', 'due-soon', 'Due in 1 day'],
    ['2026-11-28', 'draft', 'due-soon', 'Due in 7 days'],
    ['2026-11-29', 'sent', 'current', ''],
  ] as const)('on %s and %s is %s', (due_date, status, band, note) => {
    const row = invoice({ due_date, status });
    expect(bandsOf('dueStatus', row)).toEqual([band]);
    expect(dueNote(row, today)).toBe(note);
  });

  it('is nothing of a cancelled invoice', () => {
    const row = invoice({ due_date: '2026-11-20', status: 'cancelled' });
    expect(bandsOf('dueStatus', row)).toEqual([]);
    expect(dueNote(row, today)).toBe('');
    expect(isPastDue(row, today)).toBe(false);
  });

  it.each([
    ['2026-11-19', ['paid-on-time']],
    ['2026-11-20', ['paid-on-time']],
    ['2026-11-21', []],
    [null, ['paid-on-time']],
  ])('is nothing of one paid on %s, by 20 November: %j', (paid_on, bands) => {
    const row = invoice({ due_date: '2026-11-20', status: 'paid', paid_on });
    expect(bandsOf('dueStatus', row)).toEqual(bands);
    expect(dueNote(row, today)).toBe('');
  });
});

it.each([
  [0, ['unpaid']],
  [0.01, ['partially-paid']],
  [4999.99, ['partially-paid']],
  [5000, ['fully-paid']],
  [5000.01, ['overpaid']],
])('with %s paid of 5,000 it is %j', (paid_amount, bands) => {
  expect(bandsOf('paymentStatus', invoice({ paid_amount }))).toEqual(bands);
});

it.each([
  ['2026-12-01', '0-30'],
  ['2026-11-21', '0-30'],
  ['2026-10-22', '0-30'],
  ['2026-10-21', '31-60'],
  ['2026-09-22', '31-60'],
  ['2026-09-21', '61-90'],
  ['2026-08-23', '61-90'],
  ['2026-08-22', 'over-90'],
])('one of %s is aged %s', (invoice_date, band) => {
  expect(bandsOf('aging', invoice({ invoice_date }))).toEqual([band]);
});

it('the cards count all invoices, and as revenue only those that are issued and not cancelled', () => {
  const rows = [
    invoice({ status: 'draft', total_amount: 1 }),
    invoice({ status: 'cancelled', total_amount: 10 }),
    invoice({ status: 'paid', total_amount: 0.1 }),
    invoice({ status: 'partially_paid', total_amount: 0.2, due_date: '2026-11-20' }),
    invoice({ status: 'overdue', total_amount: 1000, due_date: '2026-11-20' }),
  ];
  expect(figuresOf(invoiceFigures, rows, at)).toEqual({
    total: 5,
    paid: 1,
    overdue: 2,
    revenue: 1000.3,
  });
});
