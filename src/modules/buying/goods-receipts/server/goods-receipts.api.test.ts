import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { ReceiptWithItems } from '../goods-receipts.fields';

const test = fileServer();
const today = dayOf(new Date(), 'Asia/Kolkata');
const ago = (days: number) => addDays(today, -days);

const post = (body: object, headers: Record<string, string> = {}) =>
  test.admin.post<ReceiptWithItems>('/goods-receipts', body, headers);
const put = (id: number, body: object) =>
  test.admin.put<ReceiptWithItems>(`/goods-receipts/${id}`, body);
const move = (id: number, status: string, more: object = {}) =>
  test.admin.put<ReceiptWithItems>(`/goods-receipts/${id}/status`, { status, ...more });
const giveBack = (id: number, body: object) =>
  test.admin.post<ReceiptWithItems>(`/goods-receipts/${id}/return`, body);
const orderOf = async (id: number) =>
  (await test.admin.get<PurchaseOrderWithItems>(`/purchase-orders/${id}`)).body.data;
const stockOf = async (id: number) => {
  const { stock_quantity, stock_value } = (await test.admin.get<Product>(`/products/${id}`)).body
    .data;
  return [stock_quantity, stock_value];
};

/** An order of 10 pieces of a new product at 100.00. */
async function fixture(values: { quantity?: number; price?: number; product?: object } = {}) {
  const { quantity = 10, price = 100, product: of = {} } = values;
  const product = await makeProduct(test.admin, { cost_price: null, ...of });
  const vendor = await makeVendor(test.admin);
  const order = await makeRecord<PurchaseOrderWithItems>(test.admin, '/purchase-orders', {
    vendor_id: vendor.id,
    status: 'ordered',
    items: [{ product_id: product.id, quantity, unit_price: price }],
  });
  const line = order.items[0]?.id ?? 0;
  const receive = (came: number, more: object = {}, item: object = {}) =>
    post({
      purchase_order_id: order.id,
      status: 'received',
      items: [{ purchase_line_id: line, quantity: came, ...item }],
      ...more,
    });
  return { product, vendor, order, line, receive };
}

describe('a receipt', () => {
  it('is a draft that moves nothing, changes and goes', async () => {
    const { product, order, receive } = await fixture();
    const { body } = await receive(4, { status: 'draft', vendor_challan: 'CH-7' });
    expect(body.data).toMatchObject({
      goods_receipt_number: `DRAFT-${body.data.id}`,
      kind: 'receipt',
      status: 'draft',
      receipt_date: today,
      vendor_challan: 'CH-7',
      purchase_number: order.purchase_number,
      vendor_name: order.vendor_name,
      items: [{ quantity: 4, rejected_quantity: 0, stock_quantity: 4, closes: false, value: null }],
    });
    expect(await stockOf(product.id)).toEqual([0, 0]);
    const items = [{ product_id: product.id, quantity: 6, rejected_quantity: 1 }];
    const changed = await put(body.data.id, { items, notes: 'Two boxes' });
    expect(changed.body.data).toMatchObject({
      notes: 'Two boxes',
      rejected_count: 1,
      items: [{ quantity: 6, rejected_quantity: 1, stock_quantity: 5 }],
    });
    expect((await test.admin.delete(`/goods-receipts/${body.data.id}`)).status).toBe(200);
  });

  it('moves what was accepted, at the order, and the order follows', async () => {
    const { product, order, line, receive } = await fixture();
    const item = { rejected_quantity: 1, reject_reason: 'Bent' };
    const { status, body } = await receive(4, {}, item);
    expect(status).toBe(201);
    expect(body.data.goods_receipt_number).toMatch(/^GRN-\d\d-\d\d-\d{5}$/);
    expect(body.data).toMatchObject({ status: 'received', items: [{ value: 300 }] });
    expect(await stockOf(product.id)).toEqual([3, 300]);
    expect(await orderOf(order.id)).toMatchObject({
      status: 'ordered',
      receipt_state: 'partly',
      items: [{ id: line, received_quantity: 3, rejected_quantity: 1, open_quantity: 7 }],
    });
    const [movement] = await movementsOf(test.admin, product.id);
    expect(movement).toMatchObject({
      movement_type: 'purchase',
      quantity: 3,
      value: 300,
      difference: 0,
      source: {
        type: 'goods_receipt',
        id: body.data.id,
        label: body.data.goods_receipt_number,
      },
    });
    await receive(7);
    expect(await orderOf(order.id)).toMatchObject({ status: 'received', receipt_state: 'fully' });
  });

  it('takes up to so much more than is open, and closes a line', async () => {
    const { order, receive } = await fixture();
    expect((await receive(10.001)).status).toBe(400);
    const refusal = await receive(12);
    expect([refusal.status, refusal.body.code]).toEqual([409, 'goods_receipt.more_than_open']);
    expect(refusal.body.details?.[0]?.record).toMatchObject({
      type: 'purchase_order',
      id: order.id,
    });
    expect((await receive(12, {}, { rejected_quantity: 1 })).status).toBe(201);
    expect(await orderOf(order.id)).toMatchObject({
      status: 'received',
      items: [{ received_quantity: 11, open_quantity: 0 }],
    });
    expect((await receive(1)).body.code).toBe('goods_receipt.more_than_open');
    const other = await fixture();
    const { body } = await other.receive(3, {}, { closes: true });
    expect(await orderOf(other.order.id)).toMatchObject({
      status: 'received',
      items: [{ received_quantity: 3, closed_quantity: 7, open_quantity: 0 }],
    });
    await move(body.data.id, 'cancelled');
    expect(await orderOf(other.order.id)).toMatchObject({
      status: 'ordered',
      receipt_state: 'none',
      items: [{ received_quantity: 0, closed_quantity: 0, open_quantity: 10 }],
    });
  });

  it('keeps a line open of which all was rejected', async () => {
    const { product, order, receive } = await fixture();
    await receive(10, {}, { rejected_quantity: 10 });
    expect(await stockOf(product.id)).toEqual([0, 0]);
    expect(await orderOf(order.id)).toMatchObject({
      status: 'ordered',
      items: [{ rejected_quantity: 10, received_quantity: 0, open_quantity: 10 }],
    });
  });

  it('makes the order along', async () => {
    const product = await makeProduct(test.admin);
    const vendor = await makeVendor(test.admin);
    const items = [{ product_id: product.id, quantity: 5, unit_cost: 12.3456 }];
    const { status, body } = await post({ vendor_id: vendor.id, status: 'received', items });
    expect(status).toBe(201);
    expect(await stockOf(product.id)).toEqual([5, 61.73]);
    expect(await orderOf(body.data.purchase_order_id)).toMatchObject({
      vendor_id: vendor.id,
      status: 'received',
      notes: 'Created by Receipt',
      items: [{ unit_price: 12.35 }],
    });
  });

  it('enters stock by its typed quantity', async () => {
    const { product, receive } = await fixture({ product: { unit_of_measure: 'kg' } });
    const { body } = await receive(5, {}, { stock_quantity: 105.5 });
    expect(body.data.items).toMatchObject([{ quantity: 5, stock_quantity: 105.5, value: 500 }]);
    expect(await stockOf(product.id)).toEqual([105.5, 500]);
  });

  it('refuses what does not fit', async () => {
    const { vendor, line, receive, product } = await fixture();
    const other = await fixture();
    expect((await post({ items: [] })).status).toBe(400);
    expect((await post({ items: [{ product_id: product.id, quantity: 1 }] })).status).toBe(400);
    expect((await post({ purchase_order_id: 999_999, items: [{ quantity: 1 }] })).status).toBe(400);
    expect((await receive(0)).status).toBe(400);
    expect((await receive(1, {}, { rejected_quantity: 2 })).status).toBe(400);
    expect((await receive(1, {}, { rejected_quantity: -1 })).status).toBe(400);
    expect((await receive(1, {}, { stock_quantity: 0.5 })).status).toBe(400);
    expect((await receive(1, { receipt_date: addDays(today, 1) })).status).toBe(400);
    expect((await receive(1, { vendor_id: other.vendor.id })).status).toBe(400);
    expect((await receive(1, {}, { lots: [{ lot_number: 'A' }] })).status).toBe(400);
    const body = {
      purchase_order_id: other.order.id,
      items: [{ purchase_line_id: line, quantity: 1 }],
    };
    expect((await post(body)).status).toBe(400);
    const draft = await makeRecord<{ id: number }>(test.admin, '/purchase-orders', {
      vendor_id: vendor.id,
      items: [{ product_id: product.id, quantity: 1, unit_price: 1 }],
    });
    const items = [{ product_id: product.id, quantity: 1 }];
    expect((await post({ purchase_order_id: draft.id, items })).status).toBe(409);
  });

  it('counts from the first moment of a past day', async () => {
    const { product, receive } = await fixture();
    await adjustStock(test.admin, product.id, { quantity: 10, unit_cost: 50, date: ago(2) });
    await adjustStock(test.admin, product.id, { adjustment_type: 'out', quantity: 5 });
    const { body } = await receive(10, { receipt_date: ago(1) });
    expect(body.data).toMatchObject({ revalued_products: 1, revalued_from: ago(1) });
    expect(await stockOf(product.id)).toEqual([15, 1125]);
  });

  it('moves nothing on closed days', async () => {
    const { receive } = await fixture();
    await test.admin.put('/settings', { stock_closed_until: ago(2) });
    const refusal = await receive(1, { receipt_date: ago(2) });
    expect([refusal.status, refusal.body.code]).toEqual([409, 'stock.closed']);
    await test.admin.put('/settings', { stock_closed_until: null });
  });
});

describe('a receipt that came', () => {
  it('changes its challan, vehicle, notes and costs alone', async () => {
    const { product, receive } = await fixture();
    const { data } = (await receive(4)).body;
    const changed = await put(data.id, { vehicle_number: 'MH12AB1234', vendor_challan: 'C-1' });
    expect(changed.body.data).toMatchObject({ vehicle_number: 'MH12AB1234' });
    expect((await put(data.id, { receipt_date: ago(1) })).body.code).toBe('goods_receipt.received');
    for (const other of [
      { quantity: 5 },
      { reject_reason: 'Bent' },
      { lots: [{ lot_number: 'A' }] },
    ])
      expect((await put(data.id, { items: [{ ...data.items[0], ...other }] })).status).toBe(409);
    expect((await test.admin.delete(`/goods-receipts/${data.id}`)).status).toBe(409);
    const history = await test.admin.get<object[]>(`/history/goods-receipts/${data.id}`);
    expect(history.body.data).toHaveLength(2);
    const costs = await put(data.id, { items: [{ ...data.items[0], unit_cost: 90.5 }] });
    const items = [{ unit_cost: 90.5, value: 362 }];
    expect(costs.body.data).toMatchObject({ items, revalued_products: 1 });
    expect(await stockOf(product.id)).toEqual([4, 362]);
    await test.admin.put('/settings', { stock_closed_until: today });
    const late = await put(data.id, { items: [{ ...data.items[0], unit_cost: 91 }] });
    expect(late.body.code).toBe('stock.closed');
    await test.admin.put('/settings', { stock_closed_until: null });
  });

  it('is cancelled as if it had never been', async () => {
    const { product, order, receive } = await fixture();
    await adjustStock(test.admin, product.id, { quantity: 3, unit_cost: 10, date: ago(3) });
    const { data } = (await receive(4, { receipt_date: ago(2) })).body;
    await adjustStock(test.admin, product.id, {
      adjustment_type: 'out',
      quantity: 1,
      date: ago(1),
    });
    expect(await stockOf(product.id)).toEqual([6, 368.57]);
    const cancelled = await move(data.id, 'cancelled');
    expect(cancelled.body.data.status).toBe('cancelled');
    expect(await stockOf(product.id)).toEqual([2, 20]);
    const movements = await movementsOf(test.admin, product.id);
    expect(movements.map(({ value, difference }) => [value, difference])).toEqual([
      [-10, 0],
      [0, 0],
      [0, 0],
      [30, 0],
    ]);
    expect(await orderOf(order.id)).toMatchObject({ status: 'ordered', receipt_state: 'none' });
    expect((await move(data.id, 'received')).body.code).toBe('goods_receipt.cancelled');
  });

  it('is not cancelled once its goods are gone', async () => {
    const { product, receive } = await fixture();
    const { data } = (await receive(4)).body;
    await adjustStock(test.admin, product.id, { adjustment_type: 'out', quantity: 1 });
    const refusal = await move(data.id, 'cancelled');
    expect([refusal.status, refusal.body.code]).toEqual([409, 'stock.insufficient_later']);
    expect(refusal.body.error).toMatch(/Return the rest to the vendor instead\.$/);
    const items = [{ line_id: data.items[0]?.id, quantity: 4 }];
    expect((await giveBack(data.id, { items })).body.code).toBe('stock.insufficient');
  });

  it('is cancelled with what a later count took back of it, next to another one', async () => {
    const { product, receive } = await fixture();
    await adjustStock(test.admin, product.id, { quantity: 1, unit_cost: 10, date: ago(5) });
    const count = await makeRecord<{ id: number }>(test.admin, '/counts', { count_date: ago(1) });
    const counted = { product_id: product.id, quantity: 1, mode: 'set' };
    await test.admin.post(`/counts/${count.id}/lines`, counted);
    await test.admin.put(`/counts/${count.id}/status`, { status: 'posted' });
    const past = { receipt_date: ago(3) };
    expect((await receive(2, past)).body.code).toBe('stock.counted');
    const included = { ...past, before_count: 'included' };
    const [one] = [(await receive(2, included)).body.data, await receive(2, included)];
    expect(await stockOf(product.id)).toEqual([1, 82]);
    expect((await move(one.id, 'cancelled')).body.data.status).toBe('cancelled');
    expect((await stockOf(product.id))[0]).toBe(1);
  });

  it('changes together with others, and back', async () => {
    const { receive, product } = await fixture();
    const [one, two] = [await receive(1), await receive(1, { status: 'draft' })];
    const ids = [one.body.data.id, two.body.data.id];
    const noted = await done(bulk(test.admin, 'goods_receipts', ids, { notes: 'Seen' }));
    expect(noted.results).toMatchObject([{ ok: true }, { ok: true }]);
    await undo(test.admin, noted.batch_id ?? 0);
    const read = await test.admin.get<ReceiptWithItems>(`/goods-receipts/${ids[0]}`);
    expect(read.body.data.notes).toBeNull();
    await done(bulk(test.admin, 'goods_receipts', ids, { status: 'received' }));
    expect(await stockOf(product.id)).toEqual([2, 200]);
    const removed = await done(bulk(test.admin, 'goods_receipts', ids, null));
    expect(removed.results).toMatchObject([{ ok: false }, { ok: false }]);
  });

  it('gives its number without gaps, once for a key and for two at once', async () => {
    const { receive, order } = await fixture();
    const all = await Promise.all(Array.from({ length: 6 }, () => receive(2)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409]);
    expect(await orderOf(order.id)).toMatchObject({ items: [{ received_quantity: 10 }] });
    const numbers = all.flatMap(({ status, body }) =>
      status === 201 ? [Number(body.data.goods_receipt_number.slice(-5))] : [],
    );
    const sorted = numbers.toSorted((one, other) => one - other);
    expect(Math.max(...sorted) - Math.min(...sorted)).toBe(4);
    const other = await fixture();
    const body = {
      purchase_order_id: other.order.id,
      status: 'received',
      items: [{ purchase_line_id: other.line, quantity: 1 }],
    };
    const headers = { 'idempotency-key': 'receipt-once' };
    const [one, two] = [await post(body, headers), await post(body, headers)];
    expect(one.body.data.id).toBe(two.body.data.id);
  });
});

describe('a return', () => {
  it('leaves at the average, and its difference is what the vendor owes beyond', async () => {
    const { product, receive, order } = await fixture();
    const { data } = (await receive(10)).body;
    const dearer = await fixture({ price: 110, product: {} });
    await adjustStock(test.admin, product.id, { quantity: 5, unit_cost: 110 });
    expect(dearer.product.id).not.toBe(product.id);
    const items = [{ line_id: data.items[0]?.id, quantity: 5 }];
    const { status, body } = await giveBack(data.id, { items, reason: 'Wrong grade' });
    expect(status).toBe(201);
    expect(body.data.goods_receipt_number).toMatch(/^RTN-\d\d-\d\d-\d{5}$/);
    expect(body.data).toMatchObject({
      kind: 'return',
      status: 'received',
      reason: 'Wrong grade',
      items: [{ quantity: 5, value: -500, is_replaced: false }],
    });
    expect(await stockOf(product.id)).toEqual([10, 1033.33]);
    const [movement] = await movementsOf(test.admin, product.id);
    expect(movement).toMatchObject({
      movement_type: 'vendor_return',
      quantity: -5,
      value: -516.67,
      difference: 16.67,
    });
    expect(await orderOf(order.id)).toMatchObject({
      status: 'received',
      items: [{ received_quantity: 10, returned_quantity: 5, open_quantity: 0 }],
    });
    const more = await giveBack(data.id, { items: [{ ...items[0], quantity: 6 }] });
    expect([more.status, more.body.code]).toEqual([409, 'goods_receipt.more_than_accepted']);
    await adjustStock(test.admin, product.id, { adjustment_type: 'out', quantity: 9 });
    const refusal = await move(data.id, 'cancelled');
    expect(refusal.body.code).toBe('goods_receipt.returned');
    await adjustStock(test.admin, product.id, { quantity: 9, unit_cost: 103.3333 });
    await move(body.data.id, 'cancelled');
    expect(await stockOf(product.id)).toEqual([15, 1550]);
    expect(await orderOf(order.id)).toMatchObject({ items: [{ returned_quantity: 0 }] });
  });

  it('opens the line again for replacement', async () => {
    const { receive, order } = await fixture();
    const { data } = (await receive(10)).body;
    const items = [{ line_id: data.items[0]?.id, quantity: 4 }];
    const { body } = await giveBack(data.id, { items, replace: true });
    expect(await orderOf(order.id)).toMatchObject({
      status: 'ordered',
      items: [{ received_quantity: 6, returned_quantity: 4, open_quantity: 4 }],
    });
    expect(body.data.items).toMatchObject([{ is_replaced: true }]);
    expect((await receive(4)).status).toBe(201);
    expect(await orderOf(order.id)).toMatchObject({ status: 'received' });
  });

  it('is not of a return, a draft, a future day or a day before', async () => {
    const { receive } = await fixture();
    const { data } = (await receive(4, { receipt_date: ago(1) })).body;
    const items = [{ line_id: data.items[0]?.id, quantity: 1 }];
    const { body } = await giveBack(data.id, { items });
    const again = await giveBack(body.data.id, { items });
    expect(again.body.code).toBe('goods_receipt.is_return');
    expect((await giveBack(data.id, { items, return_date: addDays(today, 1) })).status).toBe(400);
    expect((await giveBack(data.id, { items, return_date: ago(2) })).status).toBe(400);
    expect((await giveBack(data.id, { items: [{ line_id: 1, quantity: 1 }] })).status).toBe(400);
    const draft = (await receive(1, { status: 'draft' })).body.data;
    const own = [{ line_id: draft.items[0]?.id, quantity: 1 }];
    expect((await giveBack(draft.id, { items: own })).body.code).toBe('goods_receipt.is_draft');
    expect((await move(draft.id, 'cancelled')).body.code).toBe('goods_receipt.is_draft');
    await move(body.data.id, 'cancelled');
    await move(data.id, 'cancelled');
    expect((await giveBack(data.id, { items })).body.code).toBe('goods_receipt.cancelled');
  });
});
