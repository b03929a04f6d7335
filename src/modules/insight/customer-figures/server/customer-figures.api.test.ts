import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import {
  invoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import type { CustomerFigures } from '../customer-figures.fields';

const test = fileServer();

async function figuresOf(customer: number, caller = test.admin): Promise<CustomerFigures> {
  const response = await caller.get<CustomerFigures>(`/customers/${customer}/figures`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

it('adds up the invoices, orders and quotations of a customer', async () => {
  const fixture = await openInvoiceFixture(test.admin, {
    company_name: 'Seen Buyer',
    credit_limit: 5000,
  });
  const { customer_id } = fixture;
  const empty = await figuresOf(customer_id);
  expect(empty).toMatchObject({
    account: { outstanding: 0, overdue: 0 },
    credit_limit: 5000,
    credit_used: 0,
    open_quotations: { count: 0, value: 0 },
    open_orders: { count: 0, value: 0 },
    days_to_pay: null,
    last_contact_at: null,
  });
  expect(empty.sales).toHaveLength(12);

  const invoice = await fixture.make({
    items: [{ description: 'Job', quantity: 1, unit_price: 100 }],
  });
  await fixture.setStatus(invoice.id, 'sent');
  const late = await fixture.make({
    invoice_date: '2026-01-01',
    due_date: '2026-01-31',
    items: [{ description: 'Job', quantity: 1, unit_price: 50 }],
  });
  await fixture.setStatus(late.id, 'sent');
  // Partly paid, it is not overdue by status.
  const payment = { amount: 20, payment_method: 'cash', payment_date: '2026-02-02' };
  await makeRecord(test.admin, '/payments', { ...payment, invoice_id: late.id });
  expect((await figuresOf(customer_id)).account).toMatchObject({
    overdue: late.total_amount - 20,
    outstanding: invoice.total_amount + late.total_amount - 20,
  });
  const sent = await makeQuotation(test.admin, { customer_id });
  await test.admin.put(`/quotations/${sent.id}/status`, { status: 'sent' });
  await test.admin.post(`/customers/${customer_id}/notes`, { text: 'Called' });
  const found = await figuresOf(customer_id);
  expect(found).toMatchObject({
    credit_used: invoice.total_amount + late.total_amount - 20,
    open_quotations: { count: 1, value: sent.total_amount },
  });
  expect(found.sales?.at(-1)?.value).toBe(100);
  expect(found.last_contact_at).not.toBeNull();
});

it('counts contacts that were logged on documents of the customer as the last ones', async () => {
  const { id: customer_id } = await makeCustomer(test.admin);
  const quotation = await makeQuotation(test.admin, { customer_id });
  const notes = `/quotations/${quotation.id}/notes`;
  await test.admin.post(notes, { text: 'For us alone' });
  expect((await figuresOf(customer_id)).last_contact_at).toBeNull();
  const { body } = await test.admin.post<{ created_at: string }>(notes, {
    text: 'Sent it',
    channel: 'whatsapp',
  });
  const { last_contact_at } = await figuresOf(customer_id);
  expect(Date.parse(last_contact_at ?? '')).toBe(Date.parse(body.data.created_at));
});

it('counts the uninvoiced part of a confirmed order as used credit', async () => {
  const { customer: customer_id, product, order } = await makeOrderOfEach(test.admin);
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const used = async () => (await figuresOf(customer_id)).credit_used;
  expect(await used()).toBe(order.total_amount);
  const fixture = invoiceFixture(test.admin, customer_id);
  const items = [{ description: 'Part', product_id: product, quantity: 1, unit_price: 10 }];
  const { tax_rate } = order;
  const invoice = await fixture.make({ order_id: order.id, tax_rate, items });
  expect(invoice.total_amount).toBeLessThan(order.total_amount);
  expect(await used()).toBe(order.total_amount);
  await fixture.setStatus(invoice.id, 'sent');
  expect((await figuresOf(customer_id)).account?.outstanding).toBe(invoice.total_amount);
  expect(await used()).toBe(order.total_amount);
});

it('shows the figures that its reader may read, and none of other customers', async () => {
  const fixture = await openInvoiceFixture(test.admin, { company_name: 'Half Seen' });
  const { client } = await signInWith(test, { customers: { read: 'all' } });
  expect(await figuresOf(fixture.customer_id, client)).toMatchObject({
    account: null,
    credit_used: null,
    open_quotations: null,
    open_orders: null,
    sales: null,
  });
  expect((await test.admin.get('/customers/999999/figures')).status).toBe(404);
  const other = await signInWith(test, { orders: { read: 'all' } });
  expect((await other.client.get(`/customers/${fixture.customer_id}/figures`)).status).toBe(403);
});
