import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import {
  type InvoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { checks } from '~/app/modules';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { ledgerBreaks } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import { noteFixture } from './credit-notes.builders';

const test = ownServer();
let fixture: InvoiceFixture;
let serviceId: number;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
  serviceId = (await makeService(test.admin)).id;
});

/** Ten in stock, an order of five at ₹10, invoiced, with its credit notes. */
async function ordered(status: string, billed = 5) {
  const product = await makeProduct(test.admin, { stock_quantity: 10 });
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: fixture.customer_id,
    items: [itemOf(product.id, 5)],
    services: [{ service_id: serviceId, quantity: 1, unit_price: 20 }],
  });
  const move = (to: string) => test.admin.put(`/orders/${order.id}/status`, { status: to });
  await move(status === 'pending' ? 'confirmed' : status);
  const bill = (quantity: number, values: object = {}) =>
    fixture.post({
      order_id: order.id,
      items: [{ description: 'Pump', product_id: product.id, quantity, unit_price: 10 }],
      status: 'pending',
      ...values,
    });
  const invoice = (await bill(billed)).body.data;
  const holding = () => holdingOf(test.admin, product.id);
  const read = async () => (await test.admin.get<OrderWithLines>(`/orders/${order.id}`)).body.data;
  return { product, order, invoice, move, bill, holding, read, notes: notesOf(invoice) };
}

function notesOf(invoice: InvoiceWithLines) {
  const notes = noteFixture(test.admin, invoice);
  const goods_return = true;
  return {
    ...notes,
    back: (quantity: number) => notes.issue([{ quantity }], { goods_return }),
    tryBack: (quantity: number, values: object = {}) =>
      notes.post([{ quantity }], { goods_return, status: 'issued', ...values }),
  };
}

async function faults() {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ first }) => first);
}

describe('goods that a credit note brought back', () => {
  it.each([
    ['pending', 2, [10, 0]],
    ['cancelled', 5, [10, 0]],
    ['confirmed', 2, [10, 3]],
    ['delivered', 2, [7, 0]],
  ])(
    'are no longer out: a shipped order moved to %s after %d of 5 came back',
    async (status, back, held) => {
      const { product, move, holding, read, notes } = await ordered('shipped');
      expect(await holding()).toEqual([5, 0]);
      await notes.back(back);
      expect(await holding()).toEqual([5 + back, 0]);
      await move(status);
      expect(await holding()).toEqual(held);
      expect((await read()).items[0]?.returned_quantity).toBe(back);
      await move('shipped');
      expect(await holding()).toEqual([5 + back, 0]);
      expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
      expect(await faults()).toEqual([]);
    },
  );

  it.each([
    ['shipped', [5, 0]],
    ['confirmed', [10, 5]],
    ['pending', [10, 0]],
  ])('belong to a %s order again when the note is cancelled', async (status, held) => {
    const { product, move, holding, notes } = await ordered('shipped');
    const note = await notes.back(2);
    await notes.back(1);
    await move(status);
    expect((await notes.setStatus(note.id, 'cancelled')).status).toBe(200);
    const [onHand, reserved] = await holding();
    const one = status === 'shipped' ? 1 : 0;
    expect([onHand - one, reserved + (status === 'confirmed' ? 1 : 0)]).toEqual(held);
    await move('shipped');
    expect(await holding()).toEqual([6, 0]);
    expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('are not given back again when the order is deleted, and follow a product that is merged', async () => {
    const { product, order, invoice, move, holding, notes } = await ordered('shipped');
    const other = await makeProduct(test.admin, { stock_quantity: 100 });
    const note = await notes.back(2);
    const merged = await test.admin.post<{ record: Product }>(`/products/${other.id}/merge`, {
      other_id: product.id,
      values: {},
    });
    expect(merged.body.data.record.stock_quantity).toBe(107);
    await move('pending');
    expect(await holdingOf(test.admin, other.id)).toEqual([110, 0]);
    await move('shipped');
    await notes.setStatus(note.id, 'cancelled');
    expect(await holdingOf(test.admin, other.id)).toEqual([105, 0]);
    await fixture.setStatus(invoice.id, 'cancelled');
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    expect(await holdingOf(test.admin, other.id)).toEqual([110, 0]);
    expect(holding).toBeTypeOf('function');
    expect(await faults()).toEqual([]);
  });

  it.each(['confirmed', 'processing', 'pending', 'cancelled'])(
    'come back of no order that is %s: nothing moves',
    async (status) => {
      const { invoice, move, holding, notes } = await ordered('confirmed');
      await move(status);
      const before = await holding();
      const refused = await notes.tryBack(4);
      expect([refused.status, refused.body.code]).toEqual([409, 'note.goods_not_out']);
      expect(refused.body.details?.[0]?.record?.type).toBe('order');
      expect((await notes.tryBack(4, { status: 'draft' })).status).toBe(409);
      expect(await holding()).toEqual(before);
      expect(await fixture.read(invoice.id)).toMatchObject({ credited_amount: 0 });
      expect((await notes.issue([{ quantity: 4 }])).status).toBe('issued');
      expect(await holding()).toEqual(before);
    },
  );

  it('before its order followed them were counted twice: the order holds all, and the note takes them out', async () => {
    const { product, move, holding, notes } = await ordered('shipped');
    const note = await notes.back(2);
    await test.server.database.pool.query(
      'update credit_notes set follows_order = false where id = $1',
      [note.id],
    );
    await move('confirmed');
    expect(await holding()).toEqual([12, 5]);
    await move('shipped');
    expect(await holding()).toEqual([7, 0]);
    await notes.setStatus(note.id, 'cancelled');
    expect(await holding()).toEqual([5, 0]);
    expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('are looked at again when a draft is issued', async () => {
    const { move, holding, notes } = await ordered('shipped');
    const draft = await notes.make([{ quantity: 2 }], { goods_return: true });
    await move('confirmed');
    const before = await holding();
    expect((await notes.setStatus(draft.id, 'issued')).body.code).toBe('note.goods_not_out');
    expect(await holding()).toEqual(before);
    expect((await notes.read(draft.id)).status).toBe('draft');
    await move('shipped');
    expect((await notes.setStatus(draft.id, 'issued')).status).toBe(200);
    expect(await holding()).toEqual([7, 0]);
  });

  it('come back once, however often the order is billed', async () => {
    const { bill, holding, notes } = await ordered('shipped');
    await notes.back(3);
    await notes.issue([{ quantity: 2 }]);
    const again = notesOf((await bill(5)).body.data);
    const refused = await again.tryBack(3);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Only 2 of "Pump" can still be returned',
    ]);
    await again.back(2);
    expect(await holding()).toEqual([10, 0]);
    expect(await faults()).toEqual([]);
  });
});

describe('an order that was billed and credited', () => {
  it('can be billed again for what was credited, services too', async () => {
    const { invoice, order, bill, notes } = await ordered('shipped', 4);
    const service = { description: 'Fitting', service_id: serviceId, quantity: 1, unit_price: 20 };
    const served = (await bill(0, { items: [service] })).body.data;
    expect((await bill(2)).status).toBe(409);
    await notes.issue([{ quantity: 3 }]);
    expect((await bill(5)).status).toBe(409);
    expect((await bill(4)).status).toBe(201);
    expect((await bill(1)).status).toBe(409);
    expect((await bill(0, { items: [service] })).status).toBe(409);
    const credit = await noteFixture(test.admin, served).issue([{ quantity: 1 }]);
    expect((await bill(0, { items: [service] })).status).toBe(201);
    const back = await noteFixture(test.admin, served).setStatus(credit.id, 'cancelled');
    expect([back.status, back.body.code]).toEqual([409, 'invoice.line_already_invoiced']);
    expect(back.body.details?.map(({ record }) => record?.type)).toEqual(['invoice', 'invoice']);
    expect(await fixture.read(served.id)).toMatchObject({ balance_due: 0 });
    expect(await fixture.read(invoice.id)).toMatchObject({ order_id: order.id });
    expect(await faults()).toEqual([]);
  });

  it('is free again where cuts of the price have taken all of it, and not where they have taken a part', async () => {
    const { bill, notes } = await ordered('shipped');
    await notes.issue([{ quantity: 5, unit_price: 4 }], { reason: 'price' });
    expect((await bill(1)).status).toBe(409);
    await notes.issue([{ quantity: 5, unit_price: 6 }], { reason: 'price' });
    expect((await bill(5)).status).toBe(201);
  });

  it('is billed by the draft that puts an invoice right', async () => {
    const { invoice, order, read, bill } = await ordered('confirmed');
    const corrected = await test.admin.post<{ invoice: InvoiceWithLines }>(
      `/invoices/${invoice.id}/correct`,
      { reason: 'price' },
    );
    const draft = corrected.body.data.invoice;
    expect(draft).toMatchObject({ order_id: order.id, items: [{ quantity: 5 }] });
    expect((await read()).items[0]?.invoiced_quantity).toBe(5);
    expect((await bill(1)).status).toBe(409);
    const other = await ordered('confirmed');
    await other.move('pending');
    const without = await test.admin.post<{ invoice: InvoiceWithLines }>(
      `/invoices/${other.invoice.id}/correct`,
      { reason: 'price' },
    );
    expect(without.body.data.invoice.order_id).toBeNull();
  });
});

it('a return after a cut of the price takes the reduced price, before and after others', async () => {
  const items = [{ description: 'Pump', quantity: 10, unit_price: 10 }];
  const notes = noteFixture(
    test.admin,
    await fixture.make({ items, tax_rate: 0, status: 'pending' }),
  );
  await notes.issue([{ quantity: 10, unit_price: 1 }], { reason: 'price' });
  expect((await notes.issue([{ quantity: 5 }])).subtotal).toBe(45);
  await notes.issue([{ quantity: 5, unit_price: 2 }], { reason: 'price' });
  expect((await notes.issue([{ quantity: 2, unit_price: 10 }])).subtotal).toBe(14);
  expect((await notes.issue([{ quantity: 3 }])).subtotal).toBe(21);
  expect(await notes.stands()).toEqual(['paid', 100, 0, 0, 0]);
});

it('goods of lots come back to the lots that they left, and leave these again', async () => {
  const product = await makeProduct(test.admin, { tracking: 'lot' });
  const put = (lot_number: string, quantity: number) =>
    test.admin.post(`/products/${product.id}/adjust-stock`, { lot_number, quantity });
  await put('A', 2);
  await put('B', 4);
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: fixture.customer_id,
    items: [itemOf(product.id, 5)],
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'shipped' });
  const items = [{ description: 'Coil', product_id: product.id, quantity: 5, unit_price: 10 }];
  const invoice = await fixture.post({ order_id: order.id, items, status: 'pending' });
  const notes = notesOf(invoice.body.data);
  const levels = async () =>
    (await test.admin.get<ProductStock>(`/products/${product.id}/stock`)).body.data.levels.map(
      ({ lot_number, quantity }) => [lot_number, quantity],
    );
  expect(await levels()).toEqual([['B', 1]]);
  const first = await notes.back(2);
  expect(await levels()).toEqual([['B', 3]]);
  await notes.back(3);
  expect(await levels()).toEqual([
    ['A', 2],
    ['B', 4],
  ]);
  await notes.setStatus(first.id, 'cancelled');
  expect(await levels()).toEqual([
    ['A', 2],
    ['B', 2],
  ]);
  expect(await faults()).toEqual([]);
});
