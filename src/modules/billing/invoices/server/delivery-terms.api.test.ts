import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import { makeOrderOfEach, type OrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import type { Order, OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';
import { damageDocument } from './invoices.builders';
import { getTaxDocument } from './tax-documents.service';

const test = fileServer();
const terms = 'Ex works Pune,\nfreight to pay';
let fixture: OrderOfEach;

beforeAll(async () => {
  fixture = await makeOrderOfEach(test.admin);
});

async function makeOrder(values: object = { delivery_terms: ` ${terms} ` }) {
  const items = [{ product_id: fixture.product, quantity: 2, unit_price: 10 }];
  const body = { customer_id: fixture.customer, items, ...values };
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', body);
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  return order;
}

function invoiceOf(order: OrderWithLines, values: object = {}) {
  return makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    customer_id: order.customer_id,
    order_id: order.id,
    items: [{ description: 'Sensors', product_id: fixture.product, quantity: 1, unit_price: 10 }],
    ...values,
  });
}

async function textOf(id: number): Promise<string> {
  const { content } = await test.admin.get(`/invoices/${id}/pdf`);
  return (await pagesOf(content)).join(' ');
}

describe('delivery terms of an order', () => {
  it('are stored, listed, changed alone and many at once, and logged', async () => {
    const order = await makeOrder();
    expect(order.delivery_terms).toBe(terms);
    const path = `/orders/${order.id}`;
    const listed = (await test.admin.get<Order[]>('/orders')).body.data;
    expect(listed.find(({ id }) => id === order.id)?.delivery_terms).toBe(terms);
    const changed = await test.admin.put<OrderWithLines>(path, { delivery_terms: 'FOR Nagpur' });
    expect(changed.body.data).toMatchObject({ delivery_terms: 'FOR Nagpur', notes: order.notes });
    const { batch_id } = await done(bulk(test.admin, 'orders', [order.id], { delivery_terms: '' }));
    const now = async () => (await test.admin.get<OrderWithLines>(path)).body.data.delivery_terms;
    expect(await now()).toBeNull();
    await done(undo(test.admin, batch_id));
    expect(await now()).toBe('FOR Nagpur');
    const history = await test.admin.get(`/history/orders/${order.id}`);
    expect(JSON.stringify(history.body.data)).toContain('FOR Nagpur');
  });

  it('are at most 500 characters', async () => {
    const response = await test.admin.put(`/orders/${fixture.order.id}`, {
      delivery_terms: 'x'.repeat(501),
    });
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('Delivery Terms cannot exceed 500 characters');
  });
});

describe('delivery terms of an invoice', () => {
  it('are those of its order, stay with it once it is issued, and are printed', async () => {
    const order = await makeOrder();
    const draft = await invoiceOf(order);
    expect(draft.delivery_terms).toBe(terms);
    const path = `/invoices/${draft.id}`;
    const own = await test.admin.put<InvoiceWithLines>(path, { delivery_terms: 'CIF Hamburg' });
    expect(own.body.data.delivery_terms).toBe('CIF Hamburg');
    await test.admin.put(`${path}/status`, { status: 'pending' });
    expect(await textOf(draft.id)).toContain('Delivery Terms CIF Hamburg');
    const late = await test.admin.put(path, { delivery_terms: 'DAP Hamburg' });
    expect([late.status, late.body.error]).toEqual([
      409,
      'Delivery Terms cannot be changed: this invoice has been issued',
    ]);
    expect((await test.admin.get<OrderWithLines>(`/orders/${order.id}`)).body.data).toMatchObject({
      delivery_terms: terms,
    });
  });

  it('are its own where it is sent with them, and none without an order', async () => {
    const order = await makeOrder();
    expect((await invoiceOf(order, { delivery_terms: 'DAP' })).delivery_terms).toBe('DAP');
    expect((await invoiceOf(order, { delivery_terms: null })).delivery_terms).toBeNull();
    expect((await invoiceOf(order, { order_id: null })).delivery_terms).toBeNull();
  });

  it('continue to the invoice that corrects it, and are not on the credit note', async () => {
    const order = await makeOrder();
    const { id } = await invoiceOf(order, { status: 'pending' });
    const { credit_note, invoice } = (
      await test.admin.post<{ credit_note: { id: number }; invoice: InvoiceWithLines }>(
        `/invoices/${id}/correct`,
        { reason: 'other' },
      )
    ).body.data;
    expect(invoice.delivery_terms).toBe(terms);
    const { content } = await test.admin.get(`/credit-notes/${credit_note.id}/pdf`);
    expect((await pagesOf(content)).join(' ')).not.toContain('Ex works');
  });

  it('are none on a document that was kept before there were any', async () => {
    const { database } = test.server;
    const { id } = await invoiceOf(await makeOrder(), { status: 'pending' });
    const { delivery_terms, ...before } = await getTaxDocument(database.db, id);
    expect(delivery_terms).toBe(terms);
    await damageDocument(database, id, `document - 'delivery_terms'`);
    expect(await getTaxDocument(database.db, id)).toEqual({ ...before, delivery_terms: null });
    expect(await textOf(id)).not.toContain('Delivery Terms');
  });
});
