import { describe, expect, it } from 'vitest';
import { defaultSettings } from '~/modules/organization/company/settings.rules';
import { daysText, reminderDays } from './reminder-days.rules';
import { ageOf, lessReceived, scheduledOf, statementOf } from './receivables.rules';
import { reminderLetter, statementLetter } from './reminder-letters.rules';

it.each([
  ['2026-11-26', 'current'],
  ['2026-12-01', 'current'],
  ['2026-11-25', 'days_1_30'],
  ['2026-10-27', 'days_1_30'],
  ['2026-10-26', 'days_31_60'],
  ['2026-09-27', 'days_31_60'],
  ['2026-09-26', 'days_61_90'],
  ['2026-08-28', 'days_61_90'],
  ['2026-08-27', 'over_90'],
])('a balance due on %s is %s on 26 November', (due, age) => {
  expect(ageOf(due, '2026-11-26')).toBe(age);
});

it('runs the balance of a statement to the paisa', () => {
  const entry = { date: '2026-11-01', kind: 'invoice', number: 'X', reference: null } as const;
  const amounts = [0.1, 0.2, -0.3, -5.55];
  const entries = amounts.map((amount) => ({ ...entry, is_cancellation: false, amount }));
  const created = statementOf(1000.05, entries);
  expect(created.lines.map(({ balance }) => balance)).toEqual([1000.15, 1000.35, 1000.05, 994.5]);
  expect(created).toMatchObject({ debits: 0.3, credits: 5.85, closing: 994.5 });
});

it('reminds on the named days alone, of all that is due then', () => {
  const today = '2026-11-26';
  const due = (due_date: string) => ({ due_date });
  const [soon, today7, late, later] = ['2026-11-29', '2026-11-19', '2026-11-01', '2026-12-20'];
  const all = [late, today7, soon, later].map(due);
  expect(scheduledOf(all, { days: [-3, 7], today })).toEqual([late, today7, soon].map(due));
  expect(scheduledOf(all, { days: [7], today })).toEqual([late, today7].map(due));
  expect(scheduledOf(all, { days: [8], today })).toEqual([]);
});

describe('of unpaid invoices', () => {
  const owed = (...rows: [balance: number, held?: number][]) =>
    rows.map(([balance_due, held_amount = 0], at) => ({
      invoice_id: at + 1,
      invoice_number: `INV-${at + 1}`,
      due_date: '2026-11-01',
      balance_due,
      held_amount,
    }));
  it.each([
    [
      'nothing is received',
      owed([100], [50]),
      0,
      [
        [1, 100],
        [2, 50],
      ],
      0,
    ],
    ['credit pays the longest due first', owed([100], [50]), 120, [[2, 30]], 120],
    ['credit covers all', owed([100], [50]), 200, [], 150],
    ['a cheque is in hand', owed([100, 100], [50, 20]), 0, [[2, 30]], 120],
    [
      'both',
      owed([0.3, 0.1], [50]),
      0.1,
      [
        [1, 0.1],
        [2, 50],
      ],
      0.2,
    ],
    ['the customer owes more than credit', owed([100]), -5, [[1, 100]], 0],
  ])('those are named that are still to be paid: %s', (_name, all, credit, named, received) => {
    const rest = lessReceived(all, credit);
    expect(rest.invoices.map((each) => [each.invoice_id, each.balance_due])).toEqual(named);
    expect(rest.received).toBe(received);
  });
});

it('writes plain letters', () => {
  const invoice = { invoice_id: 1, invoice_number: 'INV-26-27-00001', balance_due: 118 };
  const basis = {
    contact: 'Asha Rao',
    company: 'Deccan\nGears',
    today: '2026-11-26',
    received: 0,
    paidInto: { account: null, upi_id: 'deccan@bank' },
    customer: 'Rao & Sons',
    texts: defaultSettings,
  };
  const late = reminderLetter({ ...basis, invoices: [{ ...invoice, due_date: '2026-11-25' }] });
  expect(late.subject).toBe('Payment reminder from Deccan Gears: ₹118.00');
  expect(late.text).toContain('Our records show that ₹118.00 is past its due date.');
  expect(late.text).toMatch(/INV-26-27-00001, due since .* \(1 day\): ₹118\.00/);
  expect(late.text).toContain('\n\nPayment Details\nUPI ID: deccan@bank\n\n');
  const soon = reminderLetter({ ...basis, invoices: [{ ...invoice, due_date: '2026-11-29' }] });
  const unset = reminderLetter({
    ...basis,
    invoices: [],
    paidInto: { account: null, upi_id: null },
  });
  expect(unset.text).not.toContain('Payment Details');
  expect(soon.text).toContain('friendly reminder of a payment of ₹118.00.');
  const firm = reminderLetter({
    ...basis,
    invoices: [
      { ...invoice, due_date: '2026-11-11' },
      { ...invoice, due_date: '2026-11-29' },
    ],
  });
  expect(firm.subject).toContain('₹236.00');
  expect(firm.text).toContain('₹118.00 is past its due date, by up to 15 days.');
  const period = { from: '2026-04-01', to: '2026-11-26' };
  const { text } = statementLetter({ ...basis, ...period, closing: -50 });
  expect(text).toContain('Balance in your favor on 26 Nov 2026: ₹50.00');
  const owing = statementLetter({ ...basis, ...period, closing: 50 });
  expect(owing.text).toContain('Balance due on 26 Nov 2026: ₹50.00');
});

it.each([
  ['2026-11-29', 'Soon: Rao & Sons, ₹118.00, 29 Nov 2026, Deccan Gears.'],
  ['2026-11-26', 'Soon: Rao & Sons, ₹118.00, 26 Nov 2026, Deccan Gears.'],
  ['2026-11-25', 'Late: ₹118.00 of {amount}.'],
  ['2026-11-12', 'Late: ₹118.00 of {amount}.'],
  ['2026-11-11', 'In spite of the time that has passed'],
])('has the company’s own text of the tone for an invoice due on %s', (due_date, text) => {
  const invoice = { invoice_id: 1, invoice_number: 'INV-26-27-00001', balance_due: 118 };
  const isLate = due_date < '2026-11-26';
  const later = { ...invoice, due_date: '2026-12-20' };
  const letter = reminderLetter({
    contact: 'Asha Rao',
    company: 'Deccan Gears',
    today: '2026-11-26',
    received: 40,
    paidInto: { account: null, upi_id: 'deccan@bank' },
    // A name that looks like a placeholder is a name.
    customer: isLate ? '{amount}' : 'Rao & Sons',
    invoices: [{ ...invoice, due_date }, ...(isLate ? [later] : [])],
    texts: {
      reminder_text_friendly: 'Soon: {customer}, {amount}, {date}, {company}.',
      reminder_text_request: 'Late: {amount} of {customer}.',
      reminder_text_firm: null,
    },
  });
  expect(letter.text).toContain(`Dear Asha Rao,\n\n${text}`);
  expect(letter.text).toContain('INV-26-27-00001, due');
  expect(letter.text).toContain('UPI ID: deccan@bank');
  expect(letter.text).toContain('Payments and credit of ₹40.00 that are not applied');
  expect(letter.text).toContain('Your statement of account is attached.');
});

it.each([
  ['-3, 1, 7', [-3, 1, 7]],
  ['7 1 -3;30', [-3, 1, 7, 30]],
  ['−3', [-3]],
  ['1, 1', [1]],
  ['', []],
])('reads the days %j', (typed, days) => {
  expect(reminderDays(typed)).toEqual(days);
});

it.each(['soon', '1.5', '400', '-91', Array.from({ length: 21 }, (_, day) => day).join()])(
  'refuses the days %j',
  (typed) => {
    expect(reminderDays(typed)).toBeNull();
  },
);

it('puts the days of reminders in words', () => {
  expect(daysText([-3, 0, 1, 7])).toBe(
    'Customers are reminded 3 days before the due date, on the due date, and 1 and 7 days after it.',
  );
  expect(daysText([1])).toBe('Customers are reminded 1 day after the due date.');
  expect(daysText([-7, -3])).toBe('Customers are reminded 7 and 3 days before the due date.');
  expect(daysText([])).toBe('Without a day, no reminders are sent.');
});
