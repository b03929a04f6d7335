import { untaxedLine } from '~/modules/sales/documents/print/tax-documents.builders';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { invoiceBody, type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = ownServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

describe('making an invoice', () => {
  it('starts as a draft with everything that was left out', async () => {
    const invoice = await fixture.make({ notes: ' Thanks ' });
    expect(invoice).toMatchObject({
      invoice_number: `DRAFT-${invoice.id}`,
      customer_id: fixture.customer_id,
      customer_name: 'Godavari Forgings',
      order_id: null,
      invoice_date: today(),
      due_date: addDays(today(), 30),
      terms_conditions: 'Net 30 days',
      notes: 'Thanks',
      subtotal: 100,
      tax_rate: 18,
      tax_amount: 18,
      total_amount: 118,
      paid_amount: 0,
      total_paid: 0,
      balance_due: 118,
      status: 'draft',
      item_count: 1,
      mail_status: null,
    });
    expect(invoice.created_by_name).not.toBe('');
    expect(invoice.items).toEqual([
      {
        ...untaxedLine,
        taxable_value: 100,
        id: expect.any(Number),
        product_id: null,
        service_id: null,
        order_line_id: null,
        description: 'Flange DN 50',
        quantity: 2,
        unit_price: 50,
        line_total: 100,
      },
    ]);
    expect(await fixture.read(invoice.id)).toEqual(invoice);
  });

  it('takes the body of one made from a customer', async () => {
    const invoice = await fixture.make({
      order_id: null,
      invoice_date: '2026-11-01',
      due_date: '2026-11-15',
      terms_conditions: null,
      notes: null,
      items: [
        {
          product_id: null,
          description: 'Casting',
          quantity: 3,
          unit_price: 33.33,
          line_total: 99.99,
        },
      ],
      subtotal: 99.99,
      tax_rate: undefined,
      tax_amount: 18,
      total_amount: 117.99,
      paid_amount: 0,
      balance_due: 117.99,
      status: 'draft',
    });
    expect(invoice).toMatchObject({
      tax_rate: 18,
      tax_amount: 18,
      balance_due: 117.99,
      due_date: '2026-11-15',
      terms_conditions: null,
    });
  });

  it.each([
    ['net_15', 15],
    ['net_30', 30],
    ['net_60', 60],
    ['cod', 0],
    ['prepaid', 0],
    [null, 30],
  ] as const)('is due by the customer’s terms %s after %i days', async (payment_terms, days) => {
    const other = await openInvoiceFixture(test.admin, { payment_terms });
    const invoice = await other.make({ invoice_date: '2026-01-20' });
    expect(invoice.due_date).toBe(addDays('2026-01-20', days));
  });

  it.each(['pending', 'sent'] as const)('with status %s is issued at once', async (status) => {
    const invoice = await fixture.make({ status });
    expect(invoice.status).toBe(status);
    expect(invoice.invoice_number).toMatch(/^INV-\d\d-\d\d-\d{5}$/);
  });

  it('numbers by the financial year of its date', async () => {
    const invoice = await fixture.make({ invoice_date: '2027-04-01', status: 'pending' });
    expect(invoice.invoice_number).toBe('INV-27-28-00001');
  });

  it('keeps hostile words as they were typed', async () => {
    const description = `<script>alert('1')</script> "; drop table invoices; -- ₹`;
    const invoice = await fixture.make({ items: [{ description, quantity: 1, unit_price: 1 }] });
    expect(invoice.items[0]?.description).toBe(description);
  });

  it('is made once by a repeated Idempotency-Key, also when both arrive at once', async () => {
    const headers = { 'idempotency-key': 'invoice-once' };
    const body = invoiceBody({ customer_id: fixture.customer_id, status: 'pending' });
    const responses = await Promise.all(
      [1, 2, 3].map(() => test.admin.post('/invoices', body, headers)),
    );
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201]);
    expect(responses[1]?.body).toEqual(responses[0]?.body);
    expect(responses[2]?.body).toEqual(responses[0]?.body);
    const other = { ...body, notes: 'another' };
    expect((await test.admin.post('/invoices', other, headers)).status).toBe(409);
  });
});

describe('who may', () => {
  it('is any signed-in person, and of the series of numbers an administrator', async () => {
    const { id } = await fixture.make();
    const anonymous = test.server.client();
    for (const [method, path] of [
      ['get', '/invoices'],
      ['post', '/invoices'],
      ['put', `/invoices/${id}`],
      ['put', `/invoices/${id}/status`],
      ['put', `/invoices/${id}/auto-status`],
      ['post', `/invoices/${id}/send`],
      ['delete', `/invoices/${id}`],
      ['get', '/invoices/number-series'],
    ] as const) {
      const response =
        method === 'get' || method === 'delete'
          ? anonymous[method](path)
          : anonymous[method](path, {});
      expect((await response).status).toBe(401);
    }
    const user = await makeUser(test.server);
    const client = await test.server.signIn(user.username, user.password);
    expect((await client.get('/invoices/number-series')).status).toBe(403);
    expect((await client.put(`/invoices/${id}`, { notes: 'mine' })).status).toBe(200);
  });

  it('gets 404 for an invoice that is not there', async () => {
    expect((await fixture.put(999_999, { notes: 'x' })).status).toBe(404);
    expect((await fixture.setStatus(999_999, 'sent')).status).toBe(404);
    expect((await test.admin.put('/invoices/999999/auto-status')).status).toBe(404);
    expect((await test.admin.post('/invoices/999999/send')).status).toBe(404);
    expect((await test.admin.delete('/invoices/999999')).status).toBe(404);
  });
});
