import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  adjustStock,
  ledgerBreaks,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import type { Unit } from '~/modules/catalogue/tax/units.fields';
import type { OrderWithLines } from '../orders.fields';

const test = fileServer();

const order = (customer_id: number, items: object[]) =>
  test.admin.post<OrderWithLines>('/orders', { customer_id, items });
const setStatus = (id: number, status: string) =>
  test.admin.put(`/orders/${id}/status`, { status });

async function scene() {
  const { id: customer } = await makeCustomer(test.admin);
  const steel = await makeProduct(test.admin, {
    product_name: 'Steel Rod',
    unit_of_measure: 'kg',
    stock_quantity: 10.25,
  });
  return { customer, steel: steel.id };
}

it('2.5 kg are ordered, reserved, shipped and given back', async () => {
  const { customer, steel } = await scene();
  const created = await order(customer, [
    { product_id: steel, quantity: 2.5, unit_price: 99.99 },
    { product_id: steel, quantity: 0.1, unit_price: 1 },
    { product_id: steel, quantity: 0.2, unit_price: 1 },
  ]);
  expect(created.status).toBe(201);
  const { id, items } = created.body.data;
  expect(items[0]).toMatchObject({
    quantity: 2.5,
    line_total: 249.98,
    unit_of_measure: 'kg',
    unit_decimals: 3,
  });
  expect((await test.admin.get<OrderWithLines>(`/orders/${id}`)).body.data.items).toEqual(items);
  for (const [status, holding] of [
    ['confirmed', [10.25, 2.8]],
    ['shipped', [7.45, 0]],
    ['processing', [10.25, 2.8]],
    ['delivered', [7.45, 0]],
    ['cancelled', [10.25, 0]],
    ['confirmed', [10.25, 2.8]],
  ] as const) {
    expect((await setStatus(id, status)).status).toBe(200);
    expect(await holdingOf(test.admin, steel)).toEqual(holding);
  }
  expect((await adjustStock(test.admin, steel, { quantity: 0.25 })).body.data).toMatchObject({
    stock_quantity: 10.5,
    reserved_quantity: 2.8,
  });
  expect(await ledgerBreaks(test.admin, steel)).toEqual([]);
  const short = await order(customer, [{ product_id: steel, quantity: 10.501, unit_price: 1 }]);
  const refused = await setStatus(short.body.data.id, 'shipped');
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Not enough stock of "Steel Rod": 10.501 needed, 10.5 available',
  ]);
});

it('a quantity finer than its unit is refused on orders and invoices, one that was already there stays', async () => {
  const { customer, steel } = await scene();
  const bolt = await makeProduct(test.admin, { stock_quantity: 10 });
  const problems = async (items: object[]) =>
    (await order(customer, items)).body.details?.map(({ field, message }) => [field, message]);
  expect(
    await problems([
      { product_id: steel, quantity: 2.5555, unit_price: 1 },
      { product_id: bolt.id, quantity: 2.5, unit_price: 1 },
    ]),
  ).toEqual([
    ['items.0.quantity', 'Item 1: Quantity of Steel Rod can have at most 3 decimals (kg)'],
    ['items.1.quantity', 'Item 2: Quantity must be a whole number'],
  ]);
  const invoice = (product_id: number, quantity: number) =>
    test.admin.post<InvoiceWithLines>('/invoices', {
      customer_id: customer,
      items: [{ product_id, description: 'Goods', quantity, unit_price: 10 }],
    });
  expect((await invoice(bolt.id, 2.5)).body.details).toEqual([
    { field: 'items.0.quantity', message: 'Item 1: Quantity must be a whole number' },
  ]);
  const draft = await invoice(steel, 1.125);
  expect([draft.status, draft.body.data.subtotal]).toEqual([201, 11.25]);

  const units = (await test.admin.get<Unit[]>('/units')).body.data;
  const coil = units.find(({ code }) => code === 'roll');
  await test.admin.put(`/units/${coil?.id}`, { decimals: 1 });
  const wire = await makeProduct(test.admin, { unit_of_measure: 'roll', stock_quantity: 9 });
  const open = await order(customer, [{ product_id: wire.id, quantity: 2.5, unit_price: 1 }]);
  expect((await test.admin.put(`/units/${coil?.id}`, { decimals: 0 })).status).toBe(200);
  const { id, items } = open.body.data;
  const [line] = items;
  const put = (quantity: number) =>
    test.admin.put(`/orders/${id}`, { items: [{ ...line, quantity, line_total: undefined }] });
  expect((await put(2.5)).status).toBe(200);
  expect((await put(1.5)).body.error).toBe('Item 1: Quantity must be a whole number');
  const confirmed = await setStatus(id, 'confirmed');
  expect([confirmed.status, confirmed.body.code]).toEqual([409, 'stock.finer_than_unit']);
});
