import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  ledgerBreaks,
  movementsOf,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { ReceiptWithItems } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { WholeBill } from '../bills.fields';
import { billBody, makeBillable } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const post = async (values: object) =>
  test.admin.post<WholeBill>('/bills', await billBody(test.admin, values));
const move = (id: number, status: string, more: object = {}) =>
  test.admin.put<WholeBill>(`/bills/${id}/status`, { status, ...more });
const orderOf = async (id: number) =>
  (await test.admin.get<PurchaseOrderWithItems>(`/purchase-orders/${id}`)).body.data;
const receiptOf = async (id: number) =>
  (await test.admin.get<ReceiptWithItems>(`/goods-receipts/${id}`)).body.data;
const stockOf = async (id: number) => {
  const { data } = (await test.admin.get<Product>(`/products/${id}`)).body;
  return [data.stock_quantity, data.stock_value];
};

describe('a bill of an order', () => {
  it('takes over what was received and not billed, and its order follows', async () => {
    const { order, vendor, line, product, receipt } = await makeBillable(test.admin, 4);
    const { body } = await post({
      vendor_id: vendor.id,
      purchase_order_id: order.id,
      items: undefined,
      status: 'open',
    });
    expect(body.data).toMatchObject({
      purchase_order_id: order.id,
      purchase_number: order.purchase_number,
      subtotal: 400,
      items: [{ purchase_line_id: line, product_id: product.id, quantity: 4, unit_price: 100 }],
    });
    const after = await orderOf(order.id);
    expect(after).toMatchObject({ bill_state: 'partly', items: [{ billed_quantity: 4 }] });
    expect(await receiptOf(receipt?.id ?? 0)).toMatchObject({ is_billed: true });
    const nothing = await post({
      vendor_id: vendor.id,
      purchase_order_id: order.id,
      items: undefined,
    });
    expect(nothing.body.details).toMatchObject([{ field: 'items' }]);
    expect((await move(body.data.id, 'cancelled')).status).toBe(200);
    expect(await orderOf(order.id)).toMatchObject({
      bill_state: 'none',
      items: [{ billed_quantity: 0 }],
    });
  });

  it('names what differs, and is booked where a person accepts it', async () => {
    const { order, bill, product } = await makeBillable(test.admin, 10);
    const sent = await bill(10.5, { tax_rate: 5, vendor_total: 1 }, { unit_price: 110 });
    expect(sent.status).toBe(409);
    const { details, code } = sent.body;
    expect(code).toBe('bill.differs');
    expect(details.map(({ field }) => field)).toEqual([
      'items.0.quantity',
      'items.0.unit_price',
      'items.0.tax_rate',
      'vendor_total',
    ]);
    expect(details[0]?.record).toEqual({
      type: 'purchase_order',
      id: order.id,
      label: order.purchase_number,
    });
    expect(await orderOf(order.id)).toMatchObject({ items: [{ billed_quantity: 0 }] });
    const accepted = await bill(10, { accept: true }, { unit_price: 110 });
    expect(accepted.body.data).toMatchObject({
      status: 'open',
      differences: [{ field: 'items.0.unit_price' }],
      revalued_products: 1,
      revalued_from: today,
    });
    expect(await stockOf(product.id)).toEqual([10, 1100]);
  });

  it('needs no one to accept what was received above the order', async () => {
    const { bill, order } = await makeBillable(test.admin, 11);
    expect((await bill(11)).status).toBe(201);
    expect(await orderOf(order.id)).toMatchObject({ total_amount: 1100, bill_state: 'fully' });
  });

  it('of a draft or a cancelled order is not booked', async () => {
    const { bill } = await makeBillable(test.admin, 0, { status: 'draft' });
    expect((await bill(1, { status: 'draft' })).status).toBe(201);
    expect((await bill(1)).body.code).toBe('bill.order_not_open');
  });

  it('of a service needs no receipt', async () => {
    const { bill } = await makeBillable(test.admin, 0, {
      item: { product_id: null, description: 'Repair' },
    });
    expect((await bill(10)).status).toBe(201);
    expect((await bill(1)).body.code).toBe('bill.differs');
  });

  it('belongs to the vendor of the order', async () => {
    const { line } = await makeBillable(test.admin);
    const sent = await post({ items: [{ purchase_line_id: line, quantity: 1 }] });
    expect(sent.body.details).toMatchObject([{ field: 'items.0.purchase_line_id' }]);
  });

  it('and a second one at once: one of them differs', async () => {
    const { bill, order } = await makeBillable(test.admin, 10);
    const sent = await Promise.all([bill(10), bill(10)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await orderOf(order.id)).toMatchObject({ items: [{ billed_quantity: 10 }] });
  });
});

describe('the value of received goods', () => {
  it('follows the bill, before or after the goods, and its cancelling', async () => {
    const { product, bill, receive } = await makeBillable(test.admin, 0);
    const first = await bill(4, { accept: true }, { unit_price: 90 });
    await receive(6);
    expect(await stockOf(product.id)).toEqual([6, 560]);
    await bill(2, { accept: true }, { unit_price: 95.5 });
    expect(await stockOf(product.id)).toEqual([6, 551]);
    await move(first.body.data.id, 'cancelled');
    expect(await stockOf(product.id)).toEqual([6, 591]);
    expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
  });

  it('has the tax that is not credited', async () => {
    const { product, bill } = await makeBillable(test.admin, 10);
    await bill(10, {}, { itc: 'blocked' });
    expect(await stockOf(product.id)).toEqual([10, 1100]);
  });

  it('has charges spread by value, also of another vendor, exactly', async () => {
    const one = await makeBillable(test.admin, 10);
    const two = await makeBillable(test.admin, 3, { item: { unit_price: 33.33 } });
    const ids = [one.receipt?.id, two.receipt?.id];
    const charges = [{ description: 'Freight', amount: 100, goods_receipt_ids: ids }];
    const { body } = await post({ items: [], charges, status: 'open' });
    expect(await stockOf(one.product.id)).toEqual([10, 1090.91]);
    expect(await stockOf(two.product.id)).toEqual([3, 109.08]);
    const cancel = await test.admin.put(`/goods-receipts/${ids[0]}/status`, {
      status: 'cancelled',
    });
    expect(cancel.body).toMatchObject({
      code: 'goods_receipt.billed',
      details: [{ record: { type: 'bill', id: body.data.id } }],
    });
    await move(body.data.id, 'cancelled');
    expect(await stockOf(one.product.id)).toEqual([10, 1000]);
    expect(await stockOf(two.product.id)).toEqual([3, 99.99]);
  });

  it('is lowered by a credit on the price, not by one for returned goods', async () => {
    const { product, bill } = await makeBillable(test.admin, 10);
    const { data } = (await bill(10)).body;
    const credit = (item: object, bill_number: string) =>
      test.admin.post<WholeBill>(`/bills/${data.id}/credit`, {
        items: [{ bill_line_id: data.items[0]?.id, ...item }],
        bill_number,
      });
    await credit({ reason: 'returned', quantity: 1, amount: 100 }, 'C1');
    expect(await stockOf(product.id)).toEqual([10, 1000]);
    const price = (await credit({ reason: 'price', amount: 50 }, 'C2')).body.data;
    expect(await stockOf(product.id)).toEqual([10, 950]);
    expect(await movementsOf(test.admin, product.id)).toMatchObject([{ value: 950 }]);
    await move(price.id, 'cancelled');
    expect(await stockOf(product.id)).toEqual([10, 1000]);
  });

  it('stays in closed days, where the bill has the change as its difference', async () => {
    const { product, bill, receive } = await makeBillable(test.admin, 0);
    await receive(10, { receipt_date: addDays(today, -3) });
    await test.admin.put('/settings', { stock_closed_until: addDays(today, -1) });
    const { data } = (await bill(10, { accept: true }, { unit_price: 108.5 })).body;
    await test.admin.put('/settings', { stock_closed_until: null });
    expect(await stockOf(product.id)).toEqual([10, 1000]);
    expect(await movementsOf(test.admin, product.id)).toContainEqual(
      expect.objectContaining({
        quantity: 0,
        value: 0,
        difference: 85,
        source: { type: 'bill', id: data.id, label: data.voucher_number },
      }),
    );
  });
});

describe('receive', () => {
  it('makes order and receipt along with the bill', async () => {
    const product = await makeProduct(test.admin, { cost_price: null, stock_quantity: 0 });
    const items = [
      { product_id: product.id, quantity: 5, unit_price: 20, discount_percent: 10 },
      { description: 'Packing', quantity: 1, unit_price: 15 },
    ];
    const { body } = await post({ items, receive: true, status: 'open', discount_amount: 10 });
    const { data } = body;
    expect(data).toMatchObject({ status: 'open', differences: [], subtotal: 95 });
    expect(data.items[0]?.purchase_line_id).toBeGreaterThan(0);
    const order = await orderOf(data.purchase_order_id ?? 0);
    expect(order).toMatchObject({
      status: 'received',
      bill_state: 'fully',
      receipt_state: 'fully',
    });
    const [, value] = await stockOf(product.id);
    expect(value).toBe(data.items[0]?.taxable_value);
    const draft = (await post({ items, tax_rate: 0 })).body.data;
    const booked = await move(draft.id, 'open', { receive: true });
    expect(booked.body.data.items[0]?.purchase_line_id).toBeGreaterThan(0);
    expect((await stockOf(product.id))[0]).toBe(10);
  });

  it('takes the lots of tracked products', async () => {
    const product = await makeProduct(test.admin, { cost_price: null, tracking: 'lot' });
    const lots = [
      { lot_number: 'H-7', quantity: 3, expires_on: addDays(today, 90) },
      { lot_number: 'H-8', quantity: 2 },
    ];
    const line = { product_id: product.id, quantity: 5, unit_price: 20 };
    const items = [{ description: 'Packing', quantity: 1, unit_price: 15 }, line];
    const received = { receive: true, status: 'open' };
    const named = { items: [items[0], { ...line, lots }] };
    expect((await post({ ...named, ...received })).status).toBe(201);
    const { levels } = (await test.admin.get<ProductStock>(`/products/${product.id}/stock`)).body
      .data;
    expect(levels).toMatchObject([
      { lot_number: 'H-7', quantity: 3, expires_on: addDays(today, 90) },
      { lot_number: 'H-8', quantity: 2 },
    ]);
    const few = { items: [{ ...line, lots: [{ lot_number: 'H-9', quantity: 4 }] }], ...received };
    expect((await post(few)).status).toBe(400);
    const ofDraft = await post(named);
    expect([ofDraft.status, ofDraft.body.details?.[0]?.field]).toEqual([400, 'items.1.lots']);
    const text = await post({ items: [line, { ...items[0], lots }], ...received });
    expect([text.status, text.body.details?.[0]?.field]).toEqual([400, 'items.1.lots']);
  });

  it('needs the rights to make both', async () => {
    const product = await makeProduct(test.admin);
    const role = await makeRole(test.admin, {
      bills: { read: 'all', create: true, update: true },
      products: { read: 'all' },
      vendors: { read: 'all' },
      purchase_orders: { read: 'all', create: true },
    });
    const { client } = await signInNew(test.server, { role_id: role.id });
    const items = [{ product_id: product.id, quantity: 5, unit_price: 20 }];
    const body = await billBody(test.admin, { items, receive: true, status: 'open' });
    expect((await client.post('/bills', body)).status).toBe(403);
    expect((await client.post('/bills', { ...body, receive: false })).status).toBe(201);
  });
});

describe('the limit of a small vendor', () => {
  it('counts from the acceptance of the goods', async () => {
    const { vendor, bill, receive } = await makeBillable(test.admin, 0);
    await test.admin.put(`/vendors/${vendor.id}`, { msme: 'small', payment_terms: 'net_60' });
    await receive(10, { receipt_date: addDays(today, -5) });
    const { data } = (await bill(10)).body;
    expect(data).toMatchObject({ msme_limit: addDays(today, 10), due_date: addDays(today, 10) });
  });

  it('follows goods that are accepted after their bill, and no others', async () => {
    const { vendor, bill, receive } = await makeBillable(test.admin, 0);
    await test.admin.put(`/vendors/${vendor.id}`, { msme: 'micro', payment_terms: 'net_15' });
    const early = { bill_date: addDays(today, -30), accept: true };
    const { id } = (await bill(4, early)).body.data;
    const next = (await bill(6, { ...early, bill_date: addDays(today, -20) })).body.data.id;
    const limits = async () => {
      const found = await Promise.all(
        [id, next].map((each) => test.admin.get<WholeBill>(`/bills/${each}`)),
      );
      return found.map(({ body }) => [body.data.msme_limit, body.data.is_due_late]);
    };
    expect(await limits()).toEqual([
      [addDays(today, -15), false],
      [addDays(today, -5), false],
    ]);
    await receive(4, { receipt_date: addDays(today, -32) });
    const last = await receive(6, { receipt_date: addDays(today, -1) });
    expect(await limits()).toEqual([
      [addDays(today, -17), true],
      [addDays(today, 14), false],
    ]);
    await move(next, 'cancelled');
    await test.admin.put(`/goods-receipts/${last.id}/status`, { status: 'cancelled' });
    expect((await limits())[0]).toEqual([addDays(today, -17), true]);
  });
});

it('is taken of a vendor and a product that are inactive since they were ordered', async () => {
  const { bill, vendor, product } = await makeBillable(test.admin, 10);
  await test.admin.put(`/vendors/${vendor.id}`, { is_active: false });
  await test.admin.put(`/products/${product.id}`, { is_active: false });
  expect((await post({ vendor_id: vendor.id })).body.details?.[0]?.field).toBe('vendor_id');
  expect((await bill(10)).status).toBe(201);
});

it('is found by both numbers, and keeps its order and vendor', async () => {
  const { bill, order, vendor, product } = await makeBillable(test.admin, 10);
  const { data } = (await bill(2, { bill_number: 'QX/77-881' })).body;
  for (const query of [data.voucher_number, 'QX/77-881']) {
    const found = await test.admin.get(`/search?q=${encodeURIComponent(query)}`);
    expect(JSON.stringify(found.body.data)).toContain(`"type":"bill","id":${data.id}`);
  }
  await test.admin.put(`/vendors/${vendor.id}`, { is_active: false });
  const gone = await test.admin.delete(`/vendors/${vendor.id}`);
  expect(gone.status).toBe(409);
  expect(JSON.stringify(gone.body.details)).toContain(data.voucher_number);
  expect((await test.admin.get(`/purchase-orders/${order.id}`)).status).toBe(200);
  expect((await test.admin.get(`/products/${product.id}`)).status).toBe(200);
});

it('keeps two vendors apart that have a bill of one number', async () => {
  const [one, other] = [await makeVendor(test.admin), await makeVendor(test.admin)];
  const bill = (vendor_id: number) => post({ vendor_id, bill_number: 'SAME-1' });
  const { data } = (await bill(one.id)).body;
  const second = (await bill(other.id)).body.data;
  const merge = () => test.admin.post(`/vendors/${one.id}/merge`, { other_id: other.id });
  expect((await merge()).body.code).toBe('bill.number_exists');
  await test.admin.put(`/bills/${second.id}`, { bill_number: 'OTHER-2' });
  expect((await merge()).status).toBe(200);
  const moved = await test.admin.get<WholeBill>(`/bills/${second.id}`);
  expect(moved.body.data.vendor_id).toBe(data.vendor_id);
});
