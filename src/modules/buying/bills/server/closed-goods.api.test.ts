import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import {
  ledgerBreaks,
  movementsOf,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import type { ReceiptWithItems } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { makeBillable } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const close = (day: string | null) => test.admin.put('/settings', { stock_closed_until: day });
const cancel = (id: number) => test.admin.put(`/bills/${id}/status`, { status: 'cancelled' });
const stockOf = async (id: number) => {
  const { data } = (await test.admin.get<Product>(`/products/${id}`)).body;
  return [data.stock_quantity, data.stock_value];
};
const orderOf = async (id: number) =>
  (await test.admin.get<PurchaseOrderWithItems>(`/purchase-orders/${id}`)).body.data;
const receiptOf = async (id: number) =>
  (await test.admin.get<ReceiptWithItems>(`/goods-receipts/${id}`)).body.data;

it.each([300, 90])(
  'the value of goods billed at %d is as before once a bill of closed days is cancelled after they are open again',
  async (unit_price) => {
    const { product, bill, receive } = await makeBillable(test.admin, 0);
    await receive(10, { receipt_date: addDays(today, -3) });
    await close(addDays(today, -1));
    const { data } = (await bill(10, { accept: true }, { unit_price })).body;
    await close(null);
    expect((await cancel(data.id)).status).toBe(200);
    expect(await stockOf(product.id)).toEqual([10, 1000]);
    await bill(10, { accept: true }, { unit_price: 100 });
    expect(await stockOf(product.id)).toEqual([10, 1000]);
    expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
  },
);

it('the value of goods follows the next bill once one is cancelled in closed days that are open again', async () => {
  const { product, bill, receive } = await makeBillable(test.admin, 0);
  await receive(10, { receipt_date: addDays(today, -3) });
  const { data } = (await bill(10, { accept: true }, { unit_price: 20 })).body;
  await close(addDays(today, -1));
  await cancel(data.id);
  await close(null);
  expect(await stockOf(product.id)).toEqual([10, 200]);
  await bill(10, { accept: true }, { unit_price: 10 });
  expect(await stockOf(product.id)).toEqual([10, 100]);
  const differences = (await movementsOf(test.admin, product.id)).map((each) => each.difference);
  expect(differences.filter((each) => each !== 0).toSorted()).toEqual([-800, 800]);
});

it('the value of goods is not changed by the price of an order in closed days', async () => {
  const { product, order, receive } = await makeBillable(test.admin, 0);
  await receive(5, { receipt_date: addDays(today, -3) });
  await close(addDays(today, -1));
  const items = [{ ...order.items[0], unit_price: 50 }];
  const { status, body } = await test.admin.put(`/purchase-orders/${order.id}`, { items });
  await close(null);
  expect([status, body.code]).toEqual([409, 'stock.closed']);
  expect(await stockOf(product.id)).toEqual([5, 500]);
  expect((await orderOf(order.id)).items[0]?.unit_price).toBe(100);
});

it('the value of goods shares freight by the moments of the receipts, whichever came in first', async () => {
  const values = async (days: readonly number[]) => {
    const { bill, receive } = await makeBillable(test.admin, 0, {
      item: { quantity: 2, unit_price: 10 },
    });
    const receipts = [];
    for (const ago of days) receipts.push(await receive(1, { receipt_date: addDays(today, -ago) }));
    const goods_receipt_ids = receipts.map(({ id }) => id);
    const charges = [{ description: 'Freight', amount: 1.01, goods_receipt_ids }];
    expect((await bill(2, { charges }, { unit_price: 10 })).status).toBe(201);
    const read = await Promise.all(goods_receipt_ids.map(receiptOf));
    return Object.fromEntries(days.map((ago, index) => [ago, read[index]?.items[0]?.value]));
  };
  expect(await values([2, 9])).toEqual({ 9: 10.51, 2: 10.5 });
  expect(await values([9, 2])).toEqual({ 9: 10.51, 2: 10.5 });
});
