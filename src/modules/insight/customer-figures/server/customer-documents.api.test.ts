import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import {
  everything,
  mergeRights,
  type RightsPatch,
} from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { CustomerDocument } from '../customer-documents.fields';
import { pageSize, positionText } from '../customer-documents.rules';

const test = fileServer();

async function documentsOf(record: string, caller = test.admin, before?: CustomerDocument) {
  const query = before ? `?before=${positionText(before)}` : '';
  const response = await caller.get<CustomerDocument[]>(`${record}/documents${query}`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

const typesOf = (documents: readonly CustomerDocument[]) => documents.map(({ type }) => type);

let customer: number;
let total: number;
let order: { id: number; total_amount: number };
beforeAll(async () => {
  const fixture = await openInvoiceFixture(test.admin, { company_name: 'Vaigai Pumps' });
  customer = fixture.customer_id;
  const product = await makeProduct(test.admin, { stock_quantity: 10 });
  order = await makeRecord(test.admin, '/orders', {
    customer_id: customer,
    order_date: '2026-02-01',
    items: [{ product_id: product.id, quantity: 2, unit_price: 100 }],
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'delivered' });
  const invoice = await fixture.make({
    invoice_date: '2026-03-01',
    due_date: '2026-03-31',
    items: [{ description: 'Job', quantity: 1, unit_price: 100 }],
  });
  await fixture.setStatus(invoice.id, 'sent');
  total = invoice.total_amount;
  await makeRecord(test.admin, '/receipts', {
    customer_id: customer,
    receipt_date: '2026-03-05',
    payment_method: 'cash',
    amount: 30,
    allocations: [{ invoice_id: invoice.id, amount: 20 }],
  });
  await makeQuotation(test.admin, { customer_id: customer, quotation_date: '2026-01-01' });
});

const withRights = async (rights: RightsPatch) =>
  (await signInWith(test, mergeRights(everything, rights))).client;

describe('the documents of a customer', () => {
  it('have all kinds, newest first, with the open amounts', async () => {
    const documents = await documentsOf(`/customers/${customer}`);
    expect(typesOf(documents).toSorted()).toEqual([
      'delivery',
      'invoice',
      'order',
      'quotation',
      'receipt',
    ]);
    const days = documents.map(({ date }) => date);
    expect(days).toEqual(days.toSorted().toReversed());
    const find = (type: string) => documents.find((each) => each.type === type);
    expect(find('invoice')).toMatchObject({ amount: total, open: total - 20, date: '2026-03-01' });
    expect(find('receipt')).toMatchObject({ amount: 30, open: 10 });
    expect(find('order')).toMatchObject({ amount: order.total_amount, open: order.total_amount });
    expect(find('delivery')).toMatchObject({ amount: null, open: null, status: 'delivered' });
    expect(find('quotation')).toMatchObject({ revision: 1, open: 0, status: 'draft' });
  });

  it('are without those that the reader may not read', async () => {
    const blind = await withRights({ invoices: { read: 'none' }, receipts: { read: 'none' } });
    const seen = typesOf(await documentsOf(`/customers/${customer}`, blind));
    expect(seen.toSorted()).toEqual(['delivery', 'order', 'quotation']);
    const none = await withRights({ customers: { read: 'none' } });
    expect((await none.get(`/customers/${customer}/documents`)).status).toBe(403);
    expect((await test.admin.get('/customers/999999/documents')).status).toBe(404);
    const wrong = await test.admin.get(`/customers/${customer}/documents?before=yesterday`);
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      'before must be the position of a document',
    ]);
  });

  it('are read page by page, without a gap', async () => {
    const fixture = await openInvoiceFixture(test.admin, { company_name: 'Kaveri Looms' });
    const product = await makeProduct(test.admin);
    const items = [{ product_id: product.id, quantity: 1, unit_price: 10 }];
    for (let n = 0; n < 26; n += 1) {
      await makeRecord(test.admin, '/quotations', {
        customer_id: fixture.customer_id,
        quotation_date: '2026-01-02',
        items,
      });
      await fixture.make({ invoice_date: n % 2 === 0 ? '2026-01-02' : '2026-01-01' });
    }
    const record = `/customers/${fixture.customer_id}`;
    const first = await documentsOf(record);
    const second = await documentsOf(record, test.admin, first.at(-1));
    expect([first.length, second.length]).toEqual([pageSize, 2]);
    expect(new Set([...first, ...second].map(positionText)).size).toBe(52);
    expect(await documentsOf(record, test.admin, second.at(-1))).toEqual([]);
  }, 60_000);
});

it('the documents of a lead are its quotations, and those of the customer that it became', async () => {
  const lead = await makeLead(test.admin, { company_name: 'Deccan Pumps' });
  const quotation = await makeQuotation(test.admin, { lead_id: lead.id, customer_id: null });
  expect(await documentsOf(`/leads/${lead.id}`)).toMatchObject([
    { type: 'quotation', id: quotation.id },
  ]);
  await test.admin.put(`/quotations/${quotation.id}/status`, { status: 'sent' });
  await test.admin.post(`/quotations/${quotation.id}/order`, { force: true });
  const documents = await documentsOf(`/leads/${lead.id}`);
  // Of one day, what comes of a quotation is above it.
  expect(typesOf(documents)).toEqual(['order', 'quotation']);
  const blind = await withRights({ orders: { read: 'none' } });
  expect(typesOf(await documentsOf(`/leads/${lead.id}`, blind))).toEqual(['quotation']);
});
