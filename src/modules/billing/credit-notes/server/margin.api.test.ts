import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { paiseOf, readReport, rowsBehind } from '~/kit/server/testing/test-reports';
import { dayOf } from '~/kit/shared/time/days';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock } from '~/modules/catalogue/products/stock/server/stock.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import { deliveryFilters } from '~/modules/sales/deliveries/deliveries.filters';
import { deliveryFixture } from '~/modules/sales/deliveries/server/deliveries.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { noteFixture } from './credit-notes.builders';

const test = ownServer();
const timeZone = 'Asia/Kolkata';
const details = { today: dayOf(new Date(), timeZone), timeZone };

interface Sale {
  name: string;
  quantity: number;
  unit_price: number;
  item?: object;
  order?: object;
  /** What comes into stock before, each with its quantity and unit cost. */
  stock: readonly (readonly [number, number])[];
}

/** A confirmed order of one new product, for a customer with the product's name. */
async function sell({ name, quantity, unit_price, item, order: header, stock }: Sale) {
  const { id } = await makeProduct(test.admin, { product_name: name, cost_price: null });
  const receive = (amount: number, unit_cost: number) =>
    adjustStock(test.admin, id, { adjustment_type: 'in', quantity: amount, unit_cost });
  for (const [amount, cost] of stock) await receive(amount, cost);
  const customer_id = (await makeCustomer(test.admin, { company_name: name })).id;
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    items: [{ product_id: id, quantity, unit_price, ...item }],
    ...header,
  });
  const fixture = deliveryFixture(test.admin, order);
  await fixture.moveOrder('confirmed');
  return { ...fixture, id, order, receive };
}

/** The row of a name in each group, without link; a group without such a row has none. */
async function figuresOf({ name, order }: { name: string; order: OrderWithLines }) {
  const rows: unknown[] = [];
  for (const [group, of] of [
    ['product', name],
    ['customer', name],
    ['order', order.order_number],
  ] as const) {
    const row = (await readReport(test.admin, `margin?group=${group}`)).named(of);
    rows.push(row ? [row['revenue'], row['cost'], row['margin'], row['share']] : 'none');
  }
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  return rows[0];
}

it('has what parts of an order brought and cost, after discounts', async () => {
  const name = 'Gear';
  // 150.03 less 10 % (15.00), less the order's 5.03: 130.00 for three that cost 100.00.
  const { ship, move, order, id } = await sell({
    name,
    quantity: 3,
    unit_price: 50.01,
    item: { discount_percent: 10 },
    order: { discount_amount: 5.03, tax_rate: 18 },
    stock: [[3, 33.3333]],
  });
  const first = await ship(1);
  expect(await figuresOf({ name, order })).toEqual([43.33, 33.33, 10, 23.1]);
  const second = await ship(2);
  expect(await figuresOf({ name, order })).toEqual([130, 100, 30, 23.1]);
  const product = (await readReport(test.admin, 'margin')).rows;
  expect(product).toHaveLength(1);
  const row = (await readReport(test.admin, 'margin?group=product')).named(name);
  expect(row).toMatchObject({ quantity: 3, link: `/inventory/products/${id}` });
  await move(second.id, 'delivered');
  await move(first.id, 'cancelled');
  expect(await figuresOf({ name, order })).toEqual([86.67, 66.67, 20, 23.1]);
});

it('has goods that came back at the value of their credit note and of their movement', async () => {
  const name = 'Shaft';
  const { id, order, moveOrder } = await sell({
    name,
    quantity: 5,
    unit_price: 100,
    stock: [
      [10, 60],
      [5, 66],
    ],
  });
  await moveOrder('shipped');
  // 5 of 15 for 930.00 leave as 310.00.
  expect(await figuresOf({ name, order })).toEqual([500, 310, 190, 38]);
  const invoice = await makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    customer_id: order.customer_id,
    order_id: order.id,
    items: [{ product_id: id, description: name, quantity: 5, unit_price: 100 }],
    status: 'pending',
  });
  const notes = noteFixture(test.admin, invoice);
  await notes.issue([{ quantity: 1, unit_price: 10 }], { reason: 'price' });
  const note = await notes.issue([{ quantity: 2, unit_price: 90 }], { goods_return: true });
  expect(await figuresOf({ name, order })).toEqual([320, 186, 134, 41.9]);
  // The order takes its three back, and delivers three again.
  expect((await moveOrder('pending')).status).toBe(200);
  expect(await figuresOf({ name, order })).toBe('none');
  await moveOrder('shipped');
  expect(await figuresOf({ name, order })).toEqual([300, 186, 114, 38]);
  expect((await notes.setStatus(note.id, 'cancelled')).status).toBe(200);
});

it('counts neither a cancelled delivery nor the goods that it had given back before', async () => {
  const name = 'Cover';
  const { order, ship, move } = await sell({ name, quantity: 4, unit_price: 10, stock: [[4, 7]] });
  const { id } = await ship(4);
  const body = { delivery_id: id, status: 'pending' };
  const invoice = await makeRecord<InvoiceWithLines>(test.admin, '/invoices', body);
  await noteFixture(test.admin, invoice).issue([{ quantity: 4 }], { goods_return: true });
  expect(await figuresOf({ name, order })).toEqual([0, 0, 0, null]);
  expect((await move(id, 'cancelled')).status).toBe(200);
  expect(await figuresOf({ name, order })).toBe('none');
});

it('has what goods cost that came after they had been delivered, each delivery its part', async () => {
  await test.admin.put('/settings', { allow_negative_stock: true });
  const name = 'Late Plate';
  const { order, ship, receive, id } = await sell({
    name,
    quantity: 10,
    unit_price: 20,
    stock: [[1, 9]],
  });
  await ship(4);
  const other = await sell({ name: 'Other Buyer', quantity: 1, unit_price: 1, stock: [[1, 1]] });
  const late = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: other.order.customer_id,
    items: [{ product_id: id, quantity: 3, unit_price: 30 }],
  });
  const lateFixture = deliveryFixture(test.admin, late);
  await lateFixture.moveOrder('confirmed');
  await lateFixture.ship(3);
  // 1 at 9 and 3 at the last cost, then 3 at the same: 63.00, six are missing.
  await receive(10, 12.3333);
  // 123.33 for 10: 4 stay for 49.33, six have cost 74.00 instead of 54.00; each half of them has 10.00 more.
  const report = await readReport(test.admin, 'margin?group=order');
  expect(report.named(order.order_number)).toMatchObject({ revenue: 80, cost: 46, margin: 34 });
  expect(report.named(late.order_number)).toMatchObject({ revenue: 90, cost: 37, margin: 53 });
  const { body } = await test.admin.get<Product>(`/products/${id}`);
  // All that came in is what was sold and what stays.
  expect(body.data).toMatchObject({ stock_quantity: 4, stock_value: 49.33 });
  const sold = (await readReport(test.admin, 'margin?group=product')).named(name);
  expect(paiseOf([sold], (row) => row?.['cost'])).toBe(900 + 12_333 - 4933);
  await test.admin.put('/settings', { allow_negative_stock: false });
});

it('leads to the deliveries of a month and a customer', async () => {
  const rows = (await test.admin.get<Delivery[]>('/deliveries')).body.data;
  const list = { path: '/deliveries', rows, filters: deliveryFilters, details };
  const months = await readReport(test.admin, 'margin');
  const isOut = ({ status }: Delivery) => status === 'dispatched' || status === 'delivered';
  expect(rowsBehind(months.rows[0] ?? {}, list)).toEqual(rows.filter(isOut));
  const buyers = await readReport(test.admin, 'margin?group=customer');
  expect(rowsBehind(buyers.named('Gear') ?? {}, list)).toHaveLength(1);
  for (const group of ['product', 'customer', 'order'])
    expect((await readReport(test.admin, `margin?group=${group}`)).totals).toEqual(months.totals);
});

it('has the value before tax of a company by GST', async () => {
  const { description: product_name, ...goods } = await becomeGstCompany(test.admin);
  const { id } = await makeProduct(test.admin, {
    product_name,
    hsn_code: goods.hsn_code,
    tax_class_id: goods.tax_class_id ?? null,
    unit_of_measure: 'kg',
    cost_price: 80,
    stock_quantity: 10.5,
  });
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: (await makeGstCustomer(test.admin)).id,
    items: [{ product_id: id, quantity: 2.5, unit_price: 99.99, tax_class_id: goods.tax_class_id }],
  });
  const fixture = deliveryFixture(test.admin, order);
  await fixture.moveOrder('confirmed');
  await fixture.ship(1.25);
  const { named } = await readReport(test.admin, 'margin?group=order');
  // 249.98 before tax, half of it out.
  expect(named(order.order_number)).toMatchObject({ revenue: 124.99, cost: 100, margin: 24.99 });
});

it('needs deliveries, orders, products and bills, and counts what its reader reads', async () => {
  const all = { read: 'all' } as const;
  const rights = { deliveries: all, orders: all, products: all, bills: all };
  for (const missing of ['deliveries', 'orders', 'products', 'bills'] as const) {
    const { client } = await signInWith(test, { ...rights, [missing]: { read: 'none' } });
    expect((await client.get('/reports/margin')).status).toBe(403);
    const { data } = (await client.get<{ name: string }[]>('/reports')).body;
    expect(data.map(({ name }) => name)).not.toContain('margin');
  }
  const read = async (values: object) => {
    const { client } = await signInWith(test, { ...rights, ...values });
    return (await client.get<{ rows: object[]; is_partial: boolean }>('/reports/margin')).body.data;
  };
  expect(await read({ invoices: all })).toMatchObject({ is_partial: false, rows: [{}] });
  expect(await read({})).toMatchObject({ is_partial: true, rows: [{}] });
  expect(await read({ orders: { read: 'own' } })).toEqual(
    expect.objectContaining({ is_partial: true, rows: [] }),
  );
});
