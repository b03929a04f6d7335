import { describe, expect, it } from 'vitest';
import type { Invoice } from './invoices.fields';
import { invoiceStatuses } from './invoices.fields';
import {
  amountLimit,
  canCorrect,
  canDelete,
  canEdit,
  canInvoiceOrder,
  canPay,
  canPrint,
  canSend,
  canUseCredit,
  canWriteOff,
  canTakeStatus,
  dueDateProblem,
  statusAfterPayments,
  untouched as noAmounts,
} from './invoices.rules';

type Status = Invoice['status'];
const statuses = invoiceStatuses.map((each) => each.value);

const untouched = { ...noAmounts, has_irn: false } as const;

/** What a person may make of an invoice that nothing was paid on; all else is refused. */
const moves: Record<Status, readonly Status[]> = {
  draft: ['draft', 'pending', 'sent'],
  pending: ['pending', 'sent', 'cancelled'],
  sent: ['pending', 'sent', 'cancelled'],
  overdue: ['cancelled'],
  partially_paid: ['cancelled'],
  paid: ['cancelled'],
  cancelled: [],
};

describe('a status by hand', () => {
  const cases = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
  it.each(cases)('%s to %s', (from, to) => {
    const invoice = { status: from, ...untouched, mail_status: null };
    expect(canTakeStatus(invoice, to).ok).toBe(moves[from].includes(to));
  });

  it.each(statuses)('a %s invoice with completed payments is not cancelled', (status) => {
    const invoice = { status, ...untouched, paid_amount: 0.01, mail_status: null };
    expect(canTakeStatus(invoice, 'cancelled').ok).toBe(false);
  });

  it.each(['credited_amount', 'debited_amount'])('nor is one with %s', (name) => {
    const invoice = { status: 'sent', ...untouched, [name]: 0.01, mail_status: null } as const;
    expect(canTakeStatus(invoice, 'cancelled')).toMatchObject({ code: 'invoice.has_notes' });
  });

  it.each([
    ['being mailed', { mail_status: 'queued' }, 'invoice.being_sent'],
    ['at the portal', { has_irn: true }, 'invoice.irn_active'],
  ] as const)('an invoice that is %s is not cancelled', (_name, values, code) => {
    const invoice = { status: 'sent', ...untouched, mail_status: null, ...values } as const;
    expect(canTakeStatus(invoice, 'cancelled')).toMatchObject({ code });
  });
});

describe('where payments and the calendar bring it', () => {
  const today = '2026-11-21';
  it.each<[Status, number, string, boolean, Status]>([
    ['draft', 0, '2026-01-01', false, 'draft'],
    ['cancelled', 0, '2026-01-01', true, 'cancelled'],
    ['pending', 0, today, false, 'pending'],
    ['sent', 0, today, true, 'sent'],
    ['sent', 0, '2026-11-20', true, 'overdue'],
    ['overdue', 0, '2026-11-20', true, 'overdue'],
    ['overdue', 0, '2026-11-21', true, 'sent'],
    ['overdue', 0, '2026-11-21', false, 'pending'],
    ['sent', 0.01, '2026-11-20', true, 'partially_paid'],
    ['overdue', 117.99, '2026-11-20', true, 'partially_paid'],
    ['overdue', 118, '2026-11-20', true, 'paid'],
    ['paid', 18, '2026-12-20', false, 'partially_paid'],
    ['paid', 0, '2026-12-20', false, 'pending'],
    ['paid', 0, '2026-11-20', false, 'overdue'],
  ])('%s, %d paid, due %s, sent: %s: %s', (status, paid, due_date, was_sent, expected) => {
    const amounts = { total_amount: 118, ...untouched, paid_amount: paid };
    expect(statusAfterPayments({ status, due_date, was_sent, ...amounts }, today)).toBe(expected);
  });

  it('nothing to pay is never overdue', () => {
    const invoice = {
      status: 'sent',
      total_amount: 0,
      ...untouched,
      due_date: '2026-01-01',
      was_sent: true,
    } as const;
    expect(statusAfterPayments(invoice, today)).toBe('sent');
  });

  it.each<[paid: number, credited: number, debited: number, Status]>([
    [0, 100, 0, 'overdue'],
    [0, 118, 0, 'paid'],
    [18, 100, 0, 'paid'],
    [18, 99.99, 0, 'partially_paid'],
    [118, 50, 0, 'paid'],
    [118, 0, 10, 'partially_paid'],
    [118, 10, 10, 'paid'],
    [0, 0, 10, 'overdue'],
  ])('of 118, %d paid, %d credited, %d debited: %s', (paid, credited, debited, expected) => {
    const amounts = { paid_amount: paid, credited_amount: credited, debited_amount: debited };
    const invoice = { status: 'sent', due_date: '2026-11-20', was_sent: true } as const;
    expect(statusAfterPayments({ ...invoice, total_amount: 118, ...amounts }, today)).toBe(
      expected,
    );
  });
});

describe('what may change', () => {
  it.each<[Status, string | null, string, boolean]>([
    ['draft', null, 'items', true],
    ['draft', 'INV-1', 'items', false],
    ['draft', 'INV-1', 'notes', true],
    ['sent', null, 'due_date', true],
    ['overdue', null, 'terms_conditions', true],
    ['partially_paid', null, 'notes', true],
    ['pending', null, 'invoice_date', false],
    ['pending', null, 'customer_id', false],
    ['pending', null, 'items', false],
    ['paid', null, 'notes', false],
    ['cancelled', null, 'due_date', false],
  ])('%s (number on its way: %s): %s', (status, reserved_number, field, expected) => {
    expect(canEdit({ status, reserved_number }, [field]).ok).toBe(expected);
    expect(canEdit({ status, reserved_number }, []).ok).toBe(true);
  });

  it('the sentence names what may not', () => {
    const invoice = { status: 'sent', reserved_number: null } as const;
    expect(canEdit(invoice, ['notes', 'invoice_date'])).toMatchObject({
      message: 'Invoice Date cannot be changed: this invoice has been issued',
    });
  });
});

it.each(statuses)('a %s invoice is deleted, sent and paid as its status allows', (status) => {
  const invoice = {
    status,
    reserved_number: null,
    mail_status: null,
    is_opening: false,
    paid_amount: 0,
    balance_due: 1,
    held_amount: 0,
  };
  expect(canDelete(invoice).ok).toBe(status === 'draft');
  expect(canSend(invoice).ok).toBe(status !== 'cancelled');
  expect(canSend({ ...invoice, mail_status: 'queued' }).ok).toBe(false);
  expect(canPay(invoice).ok).toBe(status !== 'cancelled' && status !== 'paid');
  expect(canPay({ ...invoice, balance_due: 0 }).ok).toBe(false);
});

it.each([
  ['pending', 0, undefined, null],
  ['overdue', 0, 118, null],
  ['partially_paid', 0, 118.01, 'invoice.exceeds_due'],
  ['sent', 50, 68, null],
  ['sent', 50, 68.01, 'invoice.exceeds_due'],
  ['sent', 50, undefined, null],
  ['sent', 118, undefined, 'invoice.exceeds_due'],
  ['draft', 0, undefined, 'invoice.is_draft'],
  ['cancelled', 0, undefined, 'invoice.cancelled'],
] as const)('of ₹118 on a %s invoice, %d reserved, %j is written off: %s', (...given) => {
  const [status, held_amount, amount, code] = given;
  const verdict = canWriteOff({ status, balance_due: 118, held_amount }, amount);
  expect(verdict.ok ? null : verdict.code).toBe(code);
  const settled = canWriteOff({ status: 'paid', balance_due: 0, held_amount: 0 });
  expect(settled).toMatchObject({ code: 'invoice.nothing_due' });
});

it.each<[Status, number | undefined, string | null]>([
  ['paid', undefined, null],
  ['partially_paid', 59, null],
  ['paid', 0.01, null],
  ['paid', 59.01, 'invoice.exceeds_credit'],
  ['paid', 0, 'invoice.exceeds_credit'],
  ['draft', 1, 'invoice.exceeds_credit'],
  ['cancelled', 1, 'invoice.cancelled'],
])('of the credit of ₹59 of an invoice that is %s, %s can be used: %s', (status, amount, code) => {
  const verdict = canUseCredit({ status, customer_credit: 59 }, amount);
  expect(verdict.ok ? null : verdict.code).toBe(code);
  expect(canUseCredit({ status, customer_credit: 0 }).ok).toBe(false);
});

it('is owed and stays where a payment failed whose credit was refunded', () => {
  const invoice = { total_amount: 118, credited_amount: 118, debited_amount: 0, paid_amount: -118 };
  const dated = { due_date: '2026-11-01', was_sent: true, status: 'paid' } as const;
  expect(statusAfterPayments({ ...invoice, ...dated }, '2026-11-26')).toBe('overdue');
  const state = { ...invoice, ...untouched, paid_amount: -118, mail_status: null, has_irn: false };
  expect(canTakeStatus({ ...state, status: 'overdue' }, 'cancelled')).toMatchObject({
    code: 'invoice.has_payments',
  });
});

it('a draft whose number may have reached the customer stays', () => {
  const draft = { status: 'draft', reserved_number: 'INV-1', mail_status: 'failed' } as const;
  expect(canDelete({ ...draft, is_opening: false, paid_amount: 0 })).toMatchObject({
    code: 'invoice.delivery_unknown',
  });
});

it('an opening invoice is deleted while nothing was paid, and has no document', () => {
  const invoice = {
    status: 'sent',
    reserved_number: null,
    mail_status: null,
    is_opening: true,
    ...untouched,
    written_off_amount: 0,
    invoice_number: 'OLD-1',
    total_amount: 118,
  } as const;
  expect(canDelete(invoice).ok).toBe(true);
  expect(canDelete({ ...invoice, paid_amount: 1 })).toMatchObject({ code: 'invoice.has_payments' });
  expect(canDelete(invoice, [{ noun: 'payment', count: 1 }])).toMatchObject({
    code: 'invoice.has_payments',
  });
  for (const verdict of [canSend(invoice), canPrint(invoice), canCorrect(invoice)])
    expect(verdict).toMatchObject({ code: 'invoice.is_opening' });
});

it.each([
  ['2026-11-20', '2026-11-21', 'Due date should be today or in the future'],
  ['2026-11-21', '2026-11-21', null],
  ['2026-11-20', null, null],
  ['2026-10-31', null, 'Due date cannot be before the invoice date'],
])('due %s where today is %s: %s', (due_date, today, problem) => {
  expect(dueDateProblem({ invoice_date: '2026-11-01', due_date }, today)).toBe(problem);
});

it.each([
  ['pending', false],
  ['confirmed', true],
  ['processing', true],
  ['shipped', true],
  ['delivered', true],
  ['cancelled', false],
] as const)('an order that is %s is invoiced: %s', (status, expected) => {
  expect(canInvoiceOrder({ status, order_number: 'ORD-1' }).ok).toBe(expected);
});

it('an invoice has its limits', () => {
  const lines = [{ quantity: 1, unit_price: 1000 }];
  const amounts = { subtotal: 1000, tax_rate: 1.23, tax_amount: 12.34, total_amount: 1012.34 };
  expect(amountLimit(lines, amounts)).toBeNull();
  expect(amountLimit(lines, { ...amounts, tax_amount: 1000.01 })).toMatch(/tax/);
  expect(amountLimit(lines, { ...amounts, total_amount: 1e12 })).toMatch(/cannot exceed/);
});

it.each([
  ['draft', {}, 'note.invoice_not_issued'],
  ['cancelled', {}, 'invoice.cancelled'],
  ['paid', { credited_amount: 117.99 }, null],
  ['paid', { credited_amount: 118 }, 'note.already_credited'],
  ['partially_paid', { paid_amount: 20, written_off_amount: 20 }, 'invoice.written_off'],
  ['partially_paid', { paid_amount: 20, written_off_amount: 20, debited_amount: 20 }, null],
] as const)('an invoice that is %s with %j is corrected: %s', (status, values, code) => {
  const sums = { ...untouched, written_off_amount: 0, total_amount: 118, ...values };
  const verdict = canCorrect({ status, is_opening: false, invoice_number: 'INV-1', ...sums });
  expect(verdict.ok ? null : verdict.code).toBe(code);
});
