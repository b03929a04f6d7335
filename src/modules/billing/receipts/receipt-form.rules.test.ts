import { expect, it } from 'vitest';
import {
  emptyLine,
  filledLines,
  lineKey,
  payableInvoices,
  readLines,
  typedNumber,
} from './receipt-form.rules';
import { mostAllocations } from './receipts.fields';

const invoice = (id: number, values: object = {}) => ({
  id,
  invoice_number: `INV-${id}`,
  customer_id: 7,
  status: 'sent' as const,
  due_date: '2026-09-01',
  invoice_date: '2026-08-01',
  balance_due: 118,
  held_amount: 0,
  subtotal: 100,
  total_amount: 118,
  credited_amount: 0,
  debited_amount: 0,
  tds_amount: 0,
  ...values,
});

it('offers issued, unpaid invoices of a customer, the longest due first', () => {
  const all = [
    invoice(1),
    invoice(2, { due_date: '2026-08-15' }),
    invoice(3, { status: 'draft' }),
    invoice(4, { status: 'cancelled' }),
    invoice(5, { balance_due: 0 }),
    invoice(6, { customer_id: 8 }),
  ];
  const offered = (customer: number) => payableInvoices(all, customer).map(({ id }) => id);
  expect(offered(7)).toEqual([2, 1]);
  expect(offered(8)).toEqual([6]);
  const many = Array.from({ length: mostAllocations + 1 }, (_, id) => invoice(id));
  expect(payableInvoices(many, 7)).toHaveLength(mostAllocations);
});

it('offers of an invoice what pending payments do not reserve', () => {
  const [held, free, ...others] = payableInvoices(
    [invoice(1, { held_amount: 50.1 }), invoice(2), invoice(3, { held_amount: 118 })],
    7,
  );
  expect(others).toEqual([]);
  expect([held?.balance_due, free?.balance_due]).toEqual([67.9, 118]);
  const { lines } = filledLines(
    [held, free].filter((each) => each !== undefined),
    'oldest',
    {
      amount: 100,
      tdsRate: 0,
    },
  );
  expect([lines[1]?.amount, lines[2]?.amount]).toEqual(['67.90', '32.10']);
});

it('fills lines oldest first, rounded off where that is chosen, until one is typed', () => {
  const owed = [invoice(1), invoice(2)];
  const received = { amount: 233.7, tdsRate: 2 };
  const line = (amount: string, tds_amount = '2.00') => ({ amount, tds_amount, round_off: '' });
  expect(filledLines(owed, 'oldest', received)).toEqual({
    lines: { 1: line('116.00'), 2: line('116.00') },
    rounding: null,
  });
  const short = { ...received, amount: 231.7 };
  expect(filledLines(owed, 'oldest', short).rounding).toBe(0.3);
  expect(filledLines(owed, 'rounded', short).lines).toEqual({
    1: line('116.00'),
    2: { ...line('115.70'), round_off: '0.30' },
  });
  const typed = { 2: line('50') };
  expect(filledLines(owed, typed, short)).toEqual({ lines: typed, rounding: null });
});

it('reads the lines to send, in the order of the invoices, without empty ones', () => {
  const lines = {
    1: emptyLine,
    2: { amount: ' 1,00,000.50 ', tds_amount: '10', round_off: '-0.5' },
    3: { amount: '0', tds_amount: '0.00', round_off: '' },
  };
  const owed = [invoice(1), invoice(3), invoice(2, { balance_due: 200_000 })];
  expect(readLines(owed, lines)).toEqual({
    allocations: [{ invoice_id: 2, amount: 100_000.5, tds_amount: 10, round_off: -0.5 }],
    problems: new Map(),
    wrong: null,
  });
});

it.each([
  ['amount', { amount: 'twelve' }, 'amount'],
  ['amount with three decimals', { amount: '1.005' }, 'amount'],
  ['TDS', { amount: '1', tds_amount: '-1' }, 'tds_amount'],
  ['round-off', { amount: '1', round_off: '1.01' }, 'round_off'],
  ['sum above the balance', { amount: '118', tds_amount: '0.01' }, 'amount'],
  ['sum of nothing', { amount: '0.5', round_off: '-0.5' }, 'amount'],
])('shows the problem of an %s at its field', (_, typed, part) => {
  const { problems, wrong } = readLines([invoice(1)], { 1: { ...emptyLine, ...typed } });
  expect([...problems.keys()]).toEqual([lineKey(1, part)]);
  expect(wrong).toBe(`INV-1: ${problems.get(lineKey(1, part))}`);
});

it.each([
  ['', 0],
  ['-5', 0],
  ['x', 0],
  ['1,23,456.50', 123456.5],
])('takes "%s" as a sum of %d', (text, sum) => {
  expect(typedNumber(text)).toBe(sum);
});
