import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { PlannedResult, PlanningRow } from '../planning.fields';

const test = fileServer();
let customer = 0;

beforeAll(async () => {
  customer = (await makeCustomer(test.admin)).id;
});

interface Created {
  id: number;
}

async function makeVendor(company_name: string): Promise<number> {
  return (await makeRecord<Created>(test.admin, '/vendors', { company_name })).id;
}

async function sell(vendor: number, items: readonly object[]): Promise<void> {
  const { status } = await test.admin.put(`/vendors/${vendor}/products`, { items });
  expect(status).toBe(200);
}

async function orderGoods(product: number, quantity: number, delivery_date?: string) {
  const items = [{ product_id: product, quantity, unit_price: 10 }];
  const body = { customer_id: customer, items, ...(delivery_date ? { delivery_date } : {}) };
  const order = await makeRecord<{ id: number; order_number: string }>(test.admin, '/orders', body);
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  return order;
}

async function rowOf(product: number): Promise<PlanningRow | undefined> {
  const { rows } = (await test.admin.get<{ rows: PlanningRow[] }>('/planning')).body.data;
  return rows.find(({ product_id }) => product_id === product);
}

async function plan(body?: object): Promise<PlannedResult> {
  const { status, body: sent } = await test.admin.post<PlannedResult>(
    '/planning/purchase-orders',
    body,
  );
  expect(status).toBe(200);
  return sent.data;
}

const short = { stock_quantity: 4, reorder_level: 10, unit_of_measure: 'pcs' };

describe('planning', () => {
  it('suggests what is below its reorder level, in the unit of the vendor', async () => {
    const { id } = await makeProduct(test.admin, short);
    expect(await rowOf(id)).toBeUndefined();
    const vendor = await makeVendor('Deccan Castings');
    const terms = { product_id: id, unit: 'box', factor: 5, price: 40, min_quantity: 3 };
    await sell(vendor, [terms]);
    expect(await rowOf(id)).toMatchObject({
      on_hand: 4,
      reserved: 0,
      on_order: 0,
      projected: 4,
      required: 0,
      in_production: 0,
      suggestion: {
        action: 'buy',
        vendor_id: vendor,
        vendor_name: 'Deccan Castings',
        quantity: 3,
        stock_quantity: 15,
        unit: 'box',
        price: 40,
        needed_by: null,
      },
    });
  });

  it('counts what orders reserve, and names them', async () => {
    const { id } = await makeProduct(test.admin, { ...short, reorder_level: 0 });
    const { id: order, order_number } = await orderGoods(id, 9, '2100-04-01');
    expect(await rowOf(id)).toMatchObject({
      reserved: 9,
      projected: -5,
      suggestion: { action: 'buy', vendor_id: null, quantity: 5, needed_by: '2100-04-01' },
      why: [{ type: 'order', id: order, label: order_number, quantity: -9, date: '2100-04-01' }],
    });
    const all = 'all' as const;
    const { client } = await signInWith(test, {
      products: { read: all },
      purchase_orders: { read: all },
    });
    const { rows } = (await client.get<{ rows: PlanningRow[] }>('/planning')).body.data;
    expect(rows.find(({ product_id }) => product_id === id)?.why).toMatchObject([
      { type: 'order', id: null, label: 'Other orders', quantity: -9, date: null },
    ]);
  });

  it('names vendors and their prices to those who read vendors', async () => {
    const { id } = await makeProduct(test.admin, short);
    await sell(await makeVendor('Konkan Fasteners'), [
      { product_id: id, unit: 'box', factor: 5, price: 40 },
    ]);
    const { client } = await signInWith(test, {
      products: { read: 'all' },
      purchase_orders: { read: 'all' },
    });
    const read = await client.get<{ rows: PlanningRow[] }>('/planning');
    const row = read.body.data.rows.find(({ product_id }) => product_id === id);
    expect(row).toMatchObject({
      vendors: [],
      suggestion: { quantity: 2, unit: 'box', price: null },
    });
    expect(JSON.stringify(read.body)).not.toContain('Konkan');
    expect((await rowOf(id))?.suggestion).toMatchObject({ vendor_name: 'Konkan Fasteners' });
  });

  it('orders each row once from its preferred vendor, one draft a vendor', async () => {
    const [bolt, nut, washer] = [
      await makeProduct(test.admin, short),
      await makeProduct(test.admin, short),
      await makeProduct(test.admin, { ...short, reorder_level: 0 }),
    ];
    const [first, second] = [await makeVendor('Nagpur Bolts'), await makeVendor('Sangam Nuts')];
    const terms = (product_id: number, price: number, is_preferred = false) => ({
      product_id,
      unit: 'pcs',
      price,
      is_preferred,
    });
    await sell(first, [terms(bolt.id, 3), terms(nut.id, 2)]);
    await sell(second, [terms(nut.id, 5, true)]);
    await orderGoods(washer.id, 6);
    const items = [bolt, nut, washer].map(({ id }) => ({ product_id: id }));
    const created = await plan({ items });
    expect(created).toMatchObject({
      purchase_orders: [{ vendor_id: first }, { vendor_id: second }],
      left_out: [{ product_id: washer.id, reason: expect.stringContaining('No vendor sells it') }],
    });
    const order = await test.admin.get(`/purchase-orders/${created.purchase_orders[0]?.id}`);
    expect(order.body.data).toMatchObject({
      status: 'draft',
      items: [{ product_id: bolt.id, quantity: 6, unit_price: 3, stock_quantity: 6 }],
    });
    expect(await rowOf(bolt.id)).toMatchObject({
      on_order: 6,
      projected: 10,
      suggestion: { action: 'none' },
    });
    const again = await plan({ items });
    expect(again.purchase_orders).toEqual([]);
    expect(again.left_out).toHaveLength(3);
    const chosen = await plan({
      items: [{ product_id: washer.id, quantity: 7, vendor_id: first }],
    });
    expect(chosen.purchase_orders).toMatchObject([{ vendor_id: first, item_count: 1 }]);
    expect(await rowOf(washer.id)).toMatchObject({ on_order: 7, projected: 5 });
  });

  it('orders all that is to be bought, and of two at once nothing twice', async () => {
    const { id } = await makeProduct(test.admin, short);
    await sell(await makeVendor('Kalyan Tools'), [{ product_id: id, unit: 'pcs', price: 8 }]);
    const results = await Promise.all([plan(), plan()]);
    const orders = results.flatMap(({ purchase_orders }) => purchase_orders);
    expect(new Set(orders.map(({ vendor_id }) => vendor_id)).size).toBe(orders.length);
    expect(await rowOf(id)).toMatchObject({ on_order: 6, projected: 10 });
    expect((await plan()).purchase_orders).toEqual([]);
  });

  it('needs the right to create purchase orders, and refuses wrong quantities', async () => {
    const { client } = await signInWith(test, { products: { read: 'all' } });
    expect((await client.get('/planning')).status).toBe(403);
    expect((await client.post('/planning/purchase-orders')).status).toBe(403);
    const body = { items: [{ product_id: 1, quantity: 0 }] };
    const refused = await test.admin.post('/planning/purchase-orders', body);
    expect([refused.status, refused.body.error]).toEqual([400, 'Quantity must be greater than 0']);
    const twice = { items: [{ product_id: 1 }, { product_id: 1 }] };
    expect((await test.admin.post('/planning/purchase-orders', twice)).body.details).toEqual([
      { field: 'items.1.product_id', message: 'Item 2: the product is in the list already' },
    ]);
  });
});
