import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { WholeBill } from '../bills.fields';

const test = fileServer();
const today = dayOf(new Date(), 'Asia/Kolkata');
let vendor = 0;

beforeAll(async () => {
  vendor = (await makeVendor(test.admin)).id;
});

interface Line {
  quantity: number;
  unit_price: number;
}

async function ordered(...lines: Line[]) {
  const products: Product[] = [];
  for (const _line of lines) products.push(await makeProduct(test.admin, { cost_price: null }));
  const order = await makeRecord<PurchaseOrderWithItems>(test.admin, '/purchase-orders', {
    vendor_id: vendor,
    order_date: addDays(today, -20),
    status: 'ordered',
    tax_rate: 0,
    items: lines.map((line, index) => ({ product_id: products[index]?.id, ...line })),
  });
  return { order, products };
}

interface Receipt {
  id: number;
  goods_receipt_number: string;
  items: { id: number; quantity: number; value: number }[];
}

function receive(order: PurchaseOrderWithItems, quantities: number[], values: object = {}) {
  return makeRecord<Receipt>(test.admin, '/goods-receipts', {
    purchase_order_id: order.id,
    status: 'received',
    items: quantities.map((quantity, index) => ({
      purchase_line_id: order.items[index]?.id,
      quantity,
    })),
    ...values,
  });
}

let count = 0;

function billBody(order: PurchaseOrderWithItems, lines: Line[], values: object = {}) {
  count += 1;
  return {
    vendor_id: vendor,
    purchase_order_id: order.id,
    bill_number: `BG/${count}`,
    bill_date: today,
    status: 'open',
    tax_rate: 0,
    items: lines.map((line, index) => ({ purchase_line_id: order.items[index]?.id, ...line })),
    ...values,
  };
}

const stockOf = async (id: number) => {
  const { data } = (await test.admin.get<Product>(`/products/${id}`)).body;
  return [data.stock_quantity, data.stock_value];
};

describe('goods that were bought', () => {
  it('leave at the average until a bill says what they cost: then all is valued again', async () => {
    const { order, products } = await ordered({ quantity: 15, unit_price: 2000 });
    const id = products[0]?.id ?? 0;
    await adjustStock(test.admin, id, {
      adjustment_type: 'in',
      quantity: 100,
      unit_cost: 5,
      date: addDays(today, -10),
    });
    await receive(order, [15], { receipt_date: addDays(today, -5) });
    expect(await stockOf(id)).toEqual([115, 30_500]);
    await adjustStock(test.admin, id, { adjustment_type: 'out', quantity: 10 });
    const differs = await test.admin.post<WholeBill>(
      '/bills',
      billBody(order, [{ quantity: 15, unit_price: 5 }]),
    );
    expect([differs.status, differs.body.code]).toEqual([409, 'bill.differs']);
    const booked = await makeRecord<WholeBill>(
      test.admin,
      '/bills',
      billBody(order, [{ quantity: 15, unit_price: 5 }], { accept: true }),
    );
    expect(booked.differences).toHaveLength(1);
    expect(await stockOf(id)).toEqual([105, 525]);
    const [out] = await movementsOf(test.admin, id);
    expect(out).toMatchObject({ movement_type: 'out', value: -50 });
    await test.admin.put(`/bills/${booked.id}/status`, { status: 'cancelled' });
    expect((await movementsOf(test.admin, id))[0]?.value).toBe(-2652.17);
  });

  it('are worth the price of their order, also after that changed, until a bill comes', async () => {
    const { order, products } = await ordered({ quantity: 10, unit_price: 20 });
    const id = products[0]?.id ?? 0;
    await receive(order, [4]);
    expect(await stockOf(id)).toEqual([4, 80]);
    const items = order.items.map((item) => ({
      id: item.id,
      product_id: item.product_id,
      quantity: 10,
      unit_price: 25,
    }));
    const changed = await test.admin.put<object>(`/purchase-orders/${order.id}`, { items });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ revalued_products: 1 });
    expect(await stockOf(id)).toEqual([4, 100]);
  });

  it('leave one by one for all that they cost', async () => {
    const { order, products } = await ordered({ quantity: 3, unit_price: 50 });
    const id = products[0]?.id ?? 0;
    await receive(order, [3]);
    const lines = [{ quantity: 3, unit_price: 50, discount_amount: 50 }];
    await makeRecord(test.admin, '/bills', billBody(order, lines, { accept: true }));
    expect(await stockOf(id)).toEqual([3, 100]);
    for (const rest of [66.67, 33.33, 0]) {
      await adjustStock(test.admin, id, { adjustment_type: 'out', quantity: 1 });
      expect((await stockOf(id))[1]).toBe(rest);
    }
  });

  it('carry the freight of last month to what of them is left, and no other goods', async () => {
    const { order, products } = await ordered(
      { quantity: 10, unit_price: 30 },
      { quantity: 10, unit_price: 70 },
    );
    const [steel = 0, brass = 0] = products.map(({ id }) => id);
    const other = await ordered({ quantity: 10, unit_price: 50 });
    await receive(other.order, [10]);
    const receipt = await receive(order, [10, 10], { receipt_date: addDays(today, -15) });
    await adjustStock(test.admin, brass, {
      adjustment_type: 'out',
      quantity: 4,
      date: addDays(today, -3),
    });
    const bill = await makeRecord<WholeBill>(test.admin, '/bills', {
      ...billBody(order, []),
      charges: [{ description: 'Freight', amount: 100, goods_receipt_ids: [receipt.id] }],
    });
    expect(bill).toMatchObject({ total_amount: 100, charges: [{ amount: 100 }] });
    expect(await stockOf(steel)).toEqual([10, 330]);
    expect(await stockOf(brass)).toEqual([6, 462]);
    expect(await stockOf(other.products[0]?.id ?? 0)).toEqual([10, 500]);
  });

  it('leave closed days as they are: the bill carries the change as its own difference', async () => {
    const { order, products } = await ordered({ quantity: 10, unit_price: 10 });
    const id = products[0]?.id ?? 0;
    await receive(order, [10], { receipt_date: addDays(today, -8) });
    await test.admin.put('/settings', { stock_closed_until: addDays(today, -5) });
    const lines = [{ quantity: 10, unit_price: 12 }];
    const bill = await makeRecord<WholeBill>(
      test.admin,
      '/bills',
      billBody(order, lines, { accept: true }),
    );
    expect(await stockOf(id)).toEqual([10, 100]);
    expect((await movementsOf(test.admin, id))[0]).toMatchObject({
      movement_type: 'purchase',
      quantity: 0,
      value: 0,
      difference: 20,
      source: { type: 'bill', id: bill.id, label: bill.voucher_number },
    });
    const late = await test.admin.post('/goods-receipts', {
      purchase_order_id: order.id,
      receipt_date: addDays(today, -6),
      status: 'received',
      items: [{ purchase_line_id: order.items[0]?.id, quantity: 1 }],
    });
    expect([late.status, late.body.code]).toEqual([409, 'stock.closed']);
    await test.admin.put('/settings', { stock_closed_until: null });
  });

  it('come with order and receipt when a bill is booked in the shop', async () => {
    const product = await makeProduct(test.admin, { cost_price: null });
    const bill = await makeRecord<WholeBill>(test.admin, '/bills', {
      vendor_id: vendor,
      bill_number: 'CASH-1',
      tax_rate: 0,
      status: 'open',
      receive: true,
      items: [{ product_id: product.id, quantity: 4, unit_price: 25 }],
    });
    expect(await stockOf(product.id)).toEqual([4, 100]);
    expect(bill.purchase_order_id).not.toBeNull();
    const order = await test.admin.get<PurchaseOrderWithItems>(
      `/purchase-orders/${bill.purchase_order_id}`,
    );
    expect(order.body.data).toMatchObject({
      status: 'received',
      receipt_state: 'fully',
      bill_state: 'fully',
      items: [{ received_quantity: 4, billed_quantity: 4, open_quantity: 0 }],
    });
  });

  it('of which receipts that a bill met are not cancelled', async () => {
    const { order } = await ordered({ quantity: 5, unit_price: 10 });
    const receipt = await receive(order, [5]);
    const bill = await makeRecord<WholeBill>(
      test.admin,
      '/bills',
      billBody(order, [{ quantity: 5, unit_price: 10 }]),
    );
    const cancelled = await test.admin.put(`/goods-receipts/${receipt.id}/status`, {
      status: 'cancelled',
    });
    expect(cancelled.status).toBe(409);
    expect(JSON.stringify(cancelled.body)).toContain(bill.voucher_number);
  });
});
