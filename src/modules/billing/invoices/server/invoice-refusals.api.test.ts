import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

describe('making an invoice', () => {
  it.each<[string, object, number, string, string?]>([
    [
      'no customer',
      { customer_id: null, items: [] },
      400,
      'Please select a customer',
      'customer_id',
    ],
    ['an unknown customer', { customer_id: 999_999 }, 400, 'Customer not found', 'customer_id'],
    ['no items', { items: [] }, 400, 'Please add at least one item', 'items'],
    ['items that are none', { items: 'x' }, 400, 'Please add at least one item', 'items'],
    [
      'a line without words',
      { items: [{ description: ' ', quantity: 1, unit_price: 1 }] },
      400,
      'Please fill in all required fields for each item',
      'items.0.description',
    ],
    [
      'a quantity of 0',
      { items: [{ description: 'x', quantity: 0, unit_price: 1 }] },
      400,
      'Please fill in all required fields for each item',
      'items.0.quantity',
    ],
    [
      'a negative price',
      { items: [{ description: 'x', quantity: 1, unit_price: -1 }] },
      400,
      'Please fill in all required fields for each item',
      'items.0.unit_price',
    ],
    [
      'a third decimal',
      { items: [{ description: 'x', quantity: 1, unit_price: 1.005 }] },
      400,
      'Unit Price cannot have more than two decimals',
      'items.0.unit_price',
    ],
    [
      'an unknown product',
      { items: [{ description: 'x', quantity: 1, unit_price: 1, product_id: 999_999 }] },
      400,
      'Product not found',
      'items.0.product_id',
    ],
    ['an unknown order', { order_id: 999_999 }, 400, 'Order not found', 'order_id'],
    ['a wrong subtotal', { subtotal: 100.02 }, 400, 'Invoice totals do not add up', 'subtotal'],
    ['a wrong total', { total_amount: 110 }, 400, 'Invoice totals do not add up', 'total_amount'],
    ['a wrong tax', { tax_amount: 10 }, 400, 'Invoice totals do not add up', 'tax_amount'],
    ['a wrong balance', { balance_due: 1 }, 400, 'Invoice totals do not add up', 'balance_due'],
    [
      'a wrong line',
      { items: [{ description: 'x', quantity: 2, unit_price: 5, line_total: 11 }] },
      400,
      'Invoice totals do not add up',
      'items.0.line_total',
    ],
    [
      'money paid',
      { paid_amount: 5 },
      400,
      'The paid amount is calculated from payments and cannot be set',
    ],
    ['a negative tax', { tax_amount: -1 }, 400, 'Tax must be at least 0', 'tax_amount'],
    [
      'a due date before its date',
      { invoice_date: '2026-11-21', due_date: '2026-11-20' },
      400,
      'Due date cannot be before the invoice date',
      'due_date',
    ],
    [
      'a day of no calendar',
      { due_date: '2026-02-30' },
      400,
      'Due Date must be a date (YYYY-MM-DD)',
    ],
    ['an unknown field', { surprise: 1 }, 400, 'Unknown field "surprise"'],
    ['its own number', { invoice_number: 'INV-1' }, 400, 'Unknown field "invoice_number"'],
    [
      'an unknown status',
      { status: 'lost' },
      400,
      'Status must be one of draft, sent, pending, paid, partially_paid, overdue, cancelled',
    ],
    [
      'more than can be kept',
      { items: [{ description: 'x', quantity: 999_999_999, unit_price: 999_999_999_999.99 }] },
      400,
      'An invoice cannot exceed ₹9,99,99,99,99,999.99',
    ],
    ['a null byte', { notes: 'a\u0000b' }, 400, 'Notes contains characters that cannot be stored'],
    [
      'status paid',
      { status: 'paid' },
      409,
      'Paid, partially paid and overdue are set automatically from payments and the due date',
    ],
    [
      'status cancelled',
      { status: 'cancelled' },
      409,
      'A draft cannot be cancelled. Delete it instead',
    ],
  ])('refuses %s', async (_what, values, status, message, field) => {
    const response = await fixture.post(values);
    expect([response.status, response.body.error]).toEqual([status, message]);
    if (field) expect(response.body.details[0]?.field).toBe(field);
  });

  it('says what is missing in the sequence of the form', async () => {
    const response = await test.admin.post('/invoices', {});
    expect(response.body.details.slice(0, 2).map((each) => each.message)).toEqual([
      'Please select a customer',
      'Please add at least one item',
    ]);
  });
});
