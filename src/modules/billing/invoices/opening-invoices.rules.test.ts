import { expect, it } from 'vitest';
import { openingInvoice, type OpeningRow } from './opening-invoices.rules';

const around = { terms: 'net_15', today: '2026-11-26', prefix: 'INV' } as const;
const row: OpeningRow = {
  invoice_number: 'OLD-17',
  invoice_date: '2026-11-20',
  total_amount: 118,
};

it.each([
  [{}, { due_date: '2026-12-05', total_amount: 118, status: 'sent' }, 'Opening balance'],
  [{ balance_due: 118 }, { total_amount: 118 }, 'Opening balance'],
  [{ balance_due: 18 }, { subtotal: 18, total_amount: 18 }, 'Opening balance of ₹118.00'],
  [{ due_date: '2026-11-25' }, { status: 'overdue', was_sent: true }, 'Opening balance'],
  [{ due_date: '2026-11-26' }, { status: 'sent', tax_amount: 0 }, 'Opening balance'],
  [{ invoice_number: 'INV-17' }, { invoice_number: 'INV-17' }, 'Opening balance'],
])('%j is an invoice with %j', (sent, values, description) => {
  expect(openingInvoice({ ...row, ...sent }, around)).toMatchObject({ values, description });
});

it.each([
  [{ invoice_date: '2026-11-27' }, 'invoice_date', 'The invoice date cannot be in the future'],
  [{ due_date: '2026-11-19' }, 'due_date', 'Due date cannot be before the invoice date'],
  [{ balance_due: 118.01 }, 'balance_due', 'The balance due cannot exceed the total'],
  [{ invoice_number: 'INV-26-27-00017' }, 'invoice_number', /your own series/],
  [{ invoice_number: 'INV-26-00017' }, 'invoice_number', /your own series/],
  [{ invoice_number: 'DRAFT-3' }, 'invoice_number', /your own series/],
])('%j is refused for its %s', (sent, field, message) => {
  const found = openingInvoice({ ...row, ...sent }, around);
  expect(found).toMatchObject({ field, message: expect.stringMatching(message) });
});
