import { describe, expect, it } from 'vitest';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import { movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { Delivery, DeliveryWithItems } from '../deliveries.fields';
import { deliveryFixture, makeDeliverable } from './deliveries.builders';

const test = ownServer();
const nextWeek = addDays(dayOf(new Date(), 'Asia/Kolkata'), 7);

async function faults() {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ first }) => first);
}

async function open(quantity = 10, stock = 50) {
  const order = await makeDeliverable(test.admin, { quantity, stock });
  const product = order.items[0]?.product_id ?? 0;
  return {
    order,
    product,
    ...deliveryFixture(test.admin, order),
    read: async () => {
      const { status, delivery_state, items } = (
        await test.admin.get<OrderWithLines>(`/orders/${order.id}`)
      ).body.data;
      const [line] = items;
      const sums = [line?.delivered_quantity, line?.open_quantity, line?.closed_quantity];
      return [status, delivery_state, ...sums, ...(await holdingOf(test.admin, product))];
    },
    deliveries: async () =>
      (await test.admin.get<Delivery[]>(`/orders/${order.id}/deliveries`)).body.data,
  };
}

describe('a delivery', () => {
  it('is a draft that holds nothing, takes its goods and a number at dispatch, and arrives', async () => {
    const { order, product, post, move, read } = await open();
    const created = await post(4, { vehicle_number: 'mh 12 ab 1234', packages: 2 });
    expect(created).toMatchObject({
      status: 201,
      body: {
        data: {
          delivery_number: `DRAFT-${created.body.data.id}`,
          order_number: order.order_number,
          customer_id: order.customer_id,
          status: 'draft',
          vehicle_number: 'MH12AB1234',
          items: [{ order_line_id: order.items[0]?.id, product_id: product, quantity: 4 }],
        },
      },
    });
    const { id } = created.body.data;
    expect(await read()).toEqual(['confirmed', 'none', 0, 10, 0, 50, 10]);
    const sent = await move(id, 'dispatched');
    expect(sent.body.data.delivery_number).toMatch(/^DC-\d\d-\d\d-\d{5}$/);
    expect(await read()).toEqual(['processing', 'partly', 4, 6, 0, 46, 6]);
    const [movement] = await movementsOf(test.admin, product);
    expect(movement).toMatchObject({
      quantity: -4,
      movement_type: 'order',
      order_id: order.id,
      delivery_id: id,
      source: { type: 'delivery', id, label: sent.body.data.delivery_number },
    });
    expect((await move(id, 'delivered')).body.data).toMatchObject({
      status: 'delivered',
      delivered_on: expect.any(String),
    });
    expect(await read()).toEqual(['processing', 'partly', 4, 6, 0, 46, 6]);
    const rest = await makeRecord<DeliveryWithItems>(test.admin, '/deliveries', {
      order_id: order.id,
      status: 'dispatched',
    });
    expect(rest.items).toMatchObject([{ quantity: 6 }]);
    expect(await read()).toEqual(['shipped', 'fully', 10, 0, 0, 40, 0]);
    await move(rest.id, 'delivered');
    expect(await read()).toEqual(['delivered', 'fully', 10, 0, 0, 40, 0]);
    expect(await faults()).toEqual([]);
  });

  it('gives its goods back when it is cancelled, and keeps its number', async () => {
    const { ship, move, read } = await open();
    const first = await ship(4);
    const second = await ship(6);
    const { body } = await move(first.id, 'cancelled');
    expect(body.data).toMatchObject({
      status: 'cancelled',
      delivery_number: first.delivery_number,
    });
    expect(await read()).toEqual(['processing', 'partly', 6, 4, 0, 44, 4]);
    await move(second.id, 'cancelled');
    expect(await read()).toEqual(['confirmed', 'none', 0, 10, 0, 50, 10]);
    expect(await move(second.id, 'dispatched')).toMatchObject({
      status: 409,
      body: { code: 'delivery.cancelled' },
    });
    expect(await faults()).toEqual([]);
  });

  it('refuses more than is open or on hand, pending orders and unknown lines', async () => {
    const { order, product, post, move, moveOrder, ship } = await open(10, 6);
    const more = await post(11);
    expect(more).toMatchObject({ status: 409, body: { code: 'delivery.more_than_open' } });
    expect(more.body.error).toContain('Only 10 of');
    const { id } = (await post(7)).body.data;
    const short = await move(id, 'dispatched');
    expect(short).toMatchObject({ status: 409, body: { code: 'stock.insufficient' } });
    expect(short.body.error).toContain('7 needed, 6 available');
    expect(short.body.details?.[0]?.record).toMatchObject({ type: 'product', id: product });
    await ship(4);
    expect(await move(id, 'dispatched')).toMatchObject({
      status: 409,
      body: { code: 'delivery.more_than_open' },
    });
    const line = { order_line_id: 999_999, quantity: 1 };
    const body = { order_id: order.id, items: [line] };
    expect((await test.admin.post('/deliveries', body)).status).toBe(400);
    expect((await test.admin.post('/deliveries', { order_id: 999_999 })).status).toBe(400);
    const other = await open();
    await other.moveOrder('pending');
    expect(await other.post(1)).toMatchObject({
      status: 409,
      body: { code: 'delivery.order_not_confirmed' },
    });
    expect((await moveOrder('cancelled')).status).toBe(409);
    expect(await faults()).toEqual([]);
  });

  it('is deleted as a draft only, and changes only its transport after dispatch', async () => {
    const { order, post, ship, move } = await open();
    const draft = (await post(3)).body.data;
    expect(await move(draft.id, 'cancelled')).toMatchObject({
      status: 409,
      body: { code: 'delivery.is_draft' },
    });
    const items = [{ order_line_id: order.items[0]?.id, quantity: 2 }];
    const changed = await test.admin.put<DeliveryWithItems>(`/deliveries/${draft.id}`, {
      items,
      delivery_date: nextWeek,
      updated_at: draft.updated_at,
    });
    expect(changed.body.data).toMatchObject({ delivery_date: nextWeek, items });
    expect((await test.admin.delete(`/deliveries/${draft.id}`)).status).toBe(200);
    const sent = await ship(2);
    const path = `/deliveries/${sent.id}`;
    expect((await test.admin.put(path, { lr_number: 'LR-1', notes: 'Gate 2' })).status).toBe(200);
    expect(await test.admin.put(path, { delivery_date: nextWeek })).toMatchObject({
      status: 409,
      body: { code: 'delivery.already_dispatched' },
    });
    expect((await test.admin.put(path, { items: [{ ...items[0], quantity: 1 }] })).status).toBe(
      409,
    );
    expect((await test.admin.delete(path)).status).toBe(409);
  });

  it('lets an order lose neither lines nor quantities that were delivered', async () => {
    const { order, ship } = await open();
    await ship(4);
    const items = (quantity: number) =>
      [{ ...order.items[0], quantity }].map((item) => ({
        id: item.id,
        product_id: item.product_id,
        quantity: item.quantity,
        unit_price: 10,
      }));
    const path = `/orders/${order.id}`;
    expect(await test.admin.put(path, { items: items(3) })).toMatchObject({
      status: 409,
      body: { code: 'order.below_delivered' },
    });
    const fitted = await test.admin.put<OrderWithLines>(path, { items: items(4) });
    expect(fitted.body.data).toMatchObject({ status: 'shipped', delivery_state: 'fully' });
    expect(await faults()).toEqual([]);
  });
});

describe('an order moved by hand', () => {
  it('makes a delivery of all open quantities, and cancels it when it is moved back', async () => {
    const { moveOrder, read, deliveries } = await open();
    await moveOrder('shipped');
    expect(await read()).toEqual(['shipped', 'fully', 10, 0, 0, 40, 0]);
    expect(await deliveries()).toMatchObject([{ status: 'dispatched', by_status_change: true }]);
    await moveOrder('delivered');
    expect(await deliveries()).toMatchObject([{ status: 'delivered', delivered_by_order: true }]);
    await moveOrder('shipped');
    expect(await deliveries()).toMatchObject([{ status: 'dispatched', delivered_by_order: false }]);
    await moveOrder('pending');
    expect(await read()).toEqual(['pending', 'none', 0, 10, 0, 50, 0]);
    expect(await deliveries()).toMatchObject([{ status: 'cancelled' }]);
    await moveOrder('delivered');
    expect(await read()).toEqual(['delivered', 'fully', 10, 0, 0, 40, 0]);
    expect(await faults()).toEqual([]);
  });

  it('leaves deliveries made by hand, and names those in the way', async () => {
    const { moveOrder, ship, move, read, deliveries } = await open();
    const own = await ship(4);
    await moveOrder('delivered');
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    const back = await moveOrder('confirmed');
    expect(back).toMatchObject({ status: 409, body: { code: 'order.has_deliveries' } });
    expect(back.body.details?.[0]?.record).toMatchObject({ type: 'delivery', id: own.id });
    await moveOrder('processing');
    expect(await read()).toEqual(['processing', 'partly', 4, 6, 0, 46, 6]);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['cancelled', 'dispatched']);
    await ship(6);
    expect((await moveOrder('processing')).status).toBe(409);
    for (const { id } of (await deliveries()).filter(({ status }) => status === 'dispatched'))
      await move(id, 'delivered');
    expect(await read()).toEqual(['delivered', 'fully', 10, 0, 0, 40, 0]);
    expect((await moveOrder('shipped')).status).toBe(409);
    expect(await faults()).toEqual([]);
  });

  it('is deleted with what its status made, whose number stays', async () => {
    const { order, product, moveOrder, post, deliveries } = await open();
    const draft = (await post(1)).body.data;
    await moveOrder('shipped');
    const [created] = await deliveries();
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    const stored = await test.admin.get<Delivery>(`/deliveries/${created?.id}`);
    expect(stored.body.data).toMatchObject({
      status: 'cancelled',
      order_id: null,
      order_number: order.order_number,
      delivery_number: created?.delivery_number,
    });
    expect((await test.admin.get(`/deliveries/${draft.id}`)).status).toBe(404);
    expect(await holdingOf(test.admin, product)).toEqual([50, 0]);
    const other = await open();
    await other.ship(10);
    expect(await test.admin.delete(`/orders/${other.order.id}`)).toMatchObject({
      status: 409,
      body: { code: 'order.has_deliveries' },
    });
    expect(await faults()).toEqual([]);
  });
});

describe('an open quantity', () => {
  it('is named where a draft has a line that the order lost', async () => {
    const order = await makeDeliverable(test.admin);
    const draft = await makeRecord<DeliveryWithItems>(test.admin, '/deliveries', {
      order_id: order.id,
    });
    const items = [itemOf((await makeProduct(test.admin)).id, 1)];
    expect((await test.admin.put(`/orders/${order.id}`, { items })).status).toBe(200);
    const refused = await deliveryFixture(test.admin, order).move(draft.id, 'dispatched');
    const name = order.items[0]?.description;
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Nothing of "${name}" is open on the order`,
    ]);
  });

  it('keeps what was closed also when all of its deliveries are cancelled', async () => {
    const order = await makeDeliverable(test.admin);
    const own = deliveryFixture(test.admin, order);
    const first = await own.ship(6);
    await test.admin.post(`/orders/${order.id}/close`);
    expect((await own.move(first.id, 'cancelled')).status).toBe(200);
    const [line] = order.items;
    const other = await makeProduct(test.admin);
    for (const items of [
      [{ ...itemOf(line?.product_id ?? 0, 3), id: line?.id }],
      [itemOf(other.id, 3)],
    ])
      expect(await test.admin.put(`/orders/${order.id}`, { items })).toMatchObject({
        status: 409,
        body: { code: 'order.below_delivered' },
      });
    const [stored] = (await own.readOrder()).items;
    expect([stored?.closed_quantity, stored?.open_quantity]).toEqual([4, 6]);
  });

  it('is closed, which frees it, and opens again with a cancelled delivery', async () => {
    const { order, ship, move, read } = await open();
    const close = () => test.admin.post(`/orders/${order.id}/close`);
    expect(await close()).toMatchObject({ status: 409, body: { code: 'order.nothing_delivered' } });
    const sent = await ship(4);
    expect((await close()).status).toBe(200);
    expect(await read()).toEqual(['shipped', 'fully', 4, 0, 6, 46, 0]);
    expect(await close()).toMatchObject({ status: 409, body: { code: 'order.nothing_open' } });
    await move(sent.id, 'cancelled');
    expect(await read()).toEqual(['confirmed', 'none', 0, 4, 6, 50, 4]);
    expect(await faults()).toEqual([]);
  });

  it('is counted and picked', async () => {
    const { order } = await open();
    const counts = await test.admin.get<{ lines: number }>('/deliveries/to-dispatch');
    expect(counts.body.data.lines).toBeGreaterThan(0);
    const list = await test.admin.get(`/deliveries/picking-list?order_ids=${order.id}`);
    expect(list.status).toBe(200);
    await test.admin.put(`/orders/${order.id}`, { status: 'pending' });
    expect(await test.admin.get(`/deliveries/picking-list?order_ids=${order.id}`)).toMatchObject({
      status: 400,
      body: {
        error: `Nothing to pick: ${order.order_number} (Pending). Only open items of confirmed orders are picked.`,
      },
    });
  });
});

describe('an invoice of a delivery', () => {
  it('takes its lines and quantities once, and keeps it from being cancelled', async () => {
    const { order, ship, move } = await open();
    const sent = await ship(4);
    const bill = () =>
      test.admin.post<InvoiceWithLines>('/invoices', { delivery_id: sent.id, status: 'pending' });
    const created = await bill();
    expect(created).toMatchObject({
      status: 201,
      body: {
        data: {
          delivery_id: sent.id,
          order_id: order.id,
          customer_id: order.customer_id,
          items: [{ order_line_id: order.items[0]?.id, quantity: 4, unit_price: 10 }],
        },
      },
    });
    expect(await bill()).toMatchObject({ status: 409, body: { code: 'delivery.invoiced' } });
    const refused = await move(sent.id, 'cancelled');
    expect(refused).toMatchObject({ status: 409, body: { code: 'delivery.invoiced' } });
    expect(refused.body.details?.[0]?.record).toMatchObject({
      type: 'invoice',
      id: created.body.data.id,
    });
    const read = await test.admin.get<OrderWithLines>(`/orders/${order.id}`);
    expect(read.body.data.invoice_state).toBe('partly');
    await test.admin.put(`/invoices/${created.body.data.id}/status`, { status: 'cancelled' });
    expect((await move(sent.id, 'cancelled')).status).toBe(200);
    expect(await test.admin.post('/invoices', {})).toMatchObject({
      status: 400,
      body: { error: 'Please select a customer' },
    });
    expect(await faults()).toEqual([]);
  });
});

it('prints its challan in three copies', async () => {
  const { ship } = await open();
  const { id } = await ship(4);
  const file = await test.admin.get(`/deliveries/${id}/pdf`);
  expect(file.status).toBe(200);
});

it('is dispatched by those alone who may update deliveries', async () => {
  const { order } = await open();
  const { client } = await signInWith(test, {
    orders: { read: 'all' },
    deliveries: { read: 'all', create: true },
  });
  const sent = { order_id: order.id, status: 'dispatched' };
  expect((await client.post('/deliveries', sent)).status).toBe(403);
  const draft = await client.post<Delivery>('/deliveries', { order_id: order.id });
  expect(draft.status).toBe(201);
  const path = `/deliveries/${draft.body.data.id}/status`;
  expect((await client.put(path, { status: 'dispatched' })).status).toBe(403);
});

it('has no quantity finer than the unit, also when it is changed', async () => {
  const { order, post } = await open();
  const { id } = (await post(4)).body.data;
  const items = [{ order_line_id: order.items[0]?.id, quantity: 1.5 }];
  const response = await test.admin.put(`/deliveries/${id}`, { items });
  expect([response.status, response.body.code]).toEqual([400, 'input.invalid']);
});
