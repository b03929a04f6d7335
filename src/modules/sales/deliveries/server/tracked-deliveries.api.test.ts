import { describe, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { Lot } from '~/modules/catalogue/products/lots/lots.fields';
import type { Trace } from '~/modules/catalogue/products/lots/trace.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { adjustStock } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { DeliveryWithItems } from '../deliveries.fields';

const test = ownServer();

async function faults() {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ first }) => first);
}

async function levels(id: number) {
  const { data } = (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body;
  return data.levels.map((level) => [level.location_name, level.lot_number, level.quantity]);
}

/** A confirmed order of a product tracked by lot: 4 of lot B that expires soon, 6 of lot A without a day, 5 of an expired one. */
async function trackedOrder(quantity: number) {
  const { id } = await makeProduct(test.admin, { tracking: 'lot' });
  const lots = [
    { lot_number: 'A', quantity: 6 },
    { lot_number: 'B', quantity: 4, expires_on: '2099-01-01' },
    { lot_number: 'OLD', quantity: 5, expires_on: '2020-01-01' },
  ];
  for (const lot of lots) expect((await adjustStock(test.admin, id, lot)).status).toBe(200);
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: (await makeCustomer(test.admin)).id,
    items: [itemOf(id, quantity)],
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const order_line_id = order.items[0]?.id ?? 0;
  return {
    id,
    order,
    deliver: (of: number, item: object = {}, values: object = {}) =>
      test.admin.post<DeliveryWithItems>('/deliveries', {
        order_id: order.id,
        status: 'dispatched',
        items: [{ order_line_id, quantity: of, ...item }],
        ...values,
      }),
    move: (delivery: number, status: string) =>
      test.admin.put<DeliveryWithItems>(`/deliveries/${delivery}/status`, { status }),
  };
}

it('takes what expires first, says which, and brings it back where it was', async () => {
  const { id, deliver, move } = await trackedOrder(8);
  const { data } = (await deliver(7)).body;
  const [line] = data.items;
  expect(line?.lots).toMatchObject([
    { lot_number: 'B', quantity: 4 },
    { lot_number: 'A', quantity: 3 },
  ]);
  expect(await levels(id)).toEqual([
    ['Main', 'OLD', 5],
    ['Main', 'A', 3],
  ]);
  await move(data.id, 'cancelled');
  expect(await levels(id)).toEqual([
    ['Main', 'OLD', 5],
    ['Main', 'B', 4],
    ['Main', 'A', 6],
  ]);
  expect(await faults()).toEqual([]);
});

it('takes the lots that a line names, never expired ones, and as many as the line has', async () => {
  const { id, deliver } = await trackedOrder(8);
  const stock = (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body.data;
  const lot = (number: string) =>
    stock.levels.find(({ lot_number }) => lot_number === number)?.lot_id ?? 0;
  const expired = await deliver(2, { lots: [{ lot_id: lot('OLD'), quantity: 2 }] });
  expect(expired).toMatchObject({ status: 409, body: { code: 'lot.expired' } });
  const other = await deliver(2, { lots: [{ lot_id: lot('A'), quantity: 3 }] });
  expect(other.body).toMatchObject({ code: 'input.invalid', details: [{ field: 'items.0.lots' }] });
  const unknown = await deliver(1, { lots: [{ lot_number: 'Z', quantity: 1 }] });
  expect(unknown.status).toBe(400);
  const named = await deliver(3, { lots: [{ lot_number: 'a', quantity: 3 }] });
  expect(named.body.data.items[0]?.lots).toMatchObject([{ lot_number: 'A', quantity: 3 }]);
  expect(await levels(id)).toContainEqual(['Main', 'A', 3]);
});

it('is refused where too few are good, and an order moved to shipped picks lots too', async () => {
  const { id, order, deliver } = await trackedOrder(11);
  const refused = await deliver(11);
  expect(refused).toMatchObject({ status: 409, body: { code: 'stock.insufficient' } });
  expect(refused.body.error).toMatch(/: 11 needed, 10 available$/);
  await test.admin.put(`/orders/${order.id}`, {
    items: [{ ...itemOf(id, 9), id: order.items[0]?.id }],
  });
  const shipped = await test.admin.put(`/orders/${order.id}/status`, { status: 'shipped' });
  expect(shipped.status).toBe(200);
  const [delivery] = (await test.admin.get<{ id: number }[]>(`/orders/${order.id}/deliveries`)).body
    .data;
  const { items } = (await test.admin.get<DeliveryWithItems>(`/deliveries/${delivery?.id}`)).body
    .data;
  expect(items[0]?.lots).toMatchObject([
    { lot_number: 'B', quantity: 4 },
    { lot_number: 'A', quantity: 5 },
  ]);
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  expect(await levels(id)).toContainEqual(['Main', 'A', 6]);
  expect(await faults()).toEqual([]);
});

it('leaves the location that it names; a refusal names the others', async () => {
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'Yard' });
  const hold = await makeRecord<Location>(test.admin, '/locations', { name: 'Gate', kind: 'hold' });
  const product = await makeProduct(test.admin, { stock_quantity: 3 });
  await adjustStock(test.admin, product.id, { quantity: 2, location_id: yard.id });
  await adjustStock(test.admin, product.id, { quantity: 7, location_id: hold.id });
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id: (await makeCustomer(test.admin)).id,
    items: [itemOf(product.id, 4)],
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const stock = (await test.admin.get<ProductStock>(`/products/${product.id}/stock`)).body.data;
  expect(stock).toMatchObject({
    stock_quantity: 12,
    held_quantity: 7,
    reserved_quantity: 4,
    available: 1,
  });
  const send = (values: object) =>
    test.admin.post<DeliveryWithItems>('/deliveries', {
      order_id: order.id,
      status: 'dispatched',
      ...values,
    });
  const short = await send({});
  expect(short).toMatchObject({ status: 409, body: { code: 'stock.insufficient' } });
  expect(short.body.error).toBe(
    'Not enough stock of "Proximity Sensor M12" in Main: 4 needed, 3 available',
  );
  expect(short.body.details?.map(({ message }) => message)).toEqual(['Gate has 7', 'Yard has 2']);
  expect((await send({ location_id: hold.id })).status).toBe(400);
  const items = [{ order_line_id: order.items[0]?.id, quantity: 2 }];
  const sent = await send({ location_id: yard.id, items });
  expect(sent.body.data.location_id).toBe(yard.id);
  expect(await levels(product.id)).toEqual([
    ['Main', null, 3],
    ['Gate', null, 7],
  ]);
  await test.admin.put(`/deliveries/${sent.body.data.id}/status`, { status: 'cancelled' });
  expect(await levels(product.id)).toContainEqual(['Yard', null, 2]);
  expect(await faults()).toEqual([]);
});

describe('the trace of a lot', () => {
  const trace = async (caller: Caller, id: number, query = '') =>
    (await caller.get<Trace>(`/lots/${id}/trace${query}`)).body.data;

  async function delivered() {
    const { id, order, deliver, move } = await trackedOrder(8);
    const { data } = (await deliver(7)).body;
    const lot = (await test.admin.get<Lot[]>('/lots')).body.data.find(
      ({ product_id, lot_number }) => product_id === id && lot_number === 'A',
    );
    return { lot: lot?.id ?? 0, order, delivery: data, deliver, move };
  }

  it('names the deliveries and customers that got it', async () => {
    const { lot, order, delivery, deliver, move } = await delivered();
    const { forward, customers, back, is_partial } = await trace(test.admin, lot);
    expect(forward).toMatchObject([
      {
        depth: 1,
        parent: null,
        kind: 'delivery',
        id: delivery.id,
        number: delivery.delivery_number,
        date: delivery.delivery_date,
        lot_number: 'A',
        quantity: 3,
        party_id: order.customer_id,
        party_name: order.customer_name,
      },
    ]);
    expect(customers).toEqual([
      {
        customer_id: order.customer_id,
        name: order.customer_name,
        quantity: 3,
        documents: [delivery.delivery_number],
      },
    ]);
    expect([back, is_partial]).toEqual([[], false]);
    const second = (await deliver(1)).body.data;
    expect((await trace(test.admin, lot)).customers).toMatchObject([
      { quantity: 4, documents: [delivery.delivery_number, second.delivery_number] },
    ]);
    await move(delivery.id, 'cancelled');
    expect((await trace(test.admin, lot)).forward.map(({ id }) => id)).toEqual([second.id]);
    expect((await trace(test.admin, lot, '?direction=back')).forward).toEqual([]);
    const csv = await test.admin.get(`/lots/${lot}/trace?format=csv`);
    expect(csv.content.toString()).toContain(`Forward,1,Delivery,${second.delivery_number}`);
  });

  it('leaves out what a credit note brought back, until the note is cancelled', async () => {
    const { lot, delivery } = await delivered();
    const invoice = await makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
      delivery_id: delivery.id,
      status: 'pending',
    });
    const notes = noteFixture(test.admin, invoice);
    const back = async () => (await trace(test.admin, lot)).forward.map(({ quantity }) => quantity);
    const note = await notes.issue([{ quantity: 1 }], { goods_return: true });
    const other = await notes.issue([{ quantity: 2 }], { goods_return: true });
    expect(await back()).toEqual([]);
    await notes.setStatus(other.id, 'cancelled');
    expect(await back()).toEqual([2]);
    await notes.setStatus(note.id, 'cancelled');
    expect(await back()).toEqual([3]);
    expect(await faults()).toEqual([]);
  });

  it('names no delivery or customer that the person may not read', async () => {
    const { lot } = await delivered();
    const { client } = await signInWith(test, { stock: { read: 'all' } });
    const { forward, customers } = await trace(client, lot);
    expect(forward).toMatchObject([{ id: null, number: null, party_name: null, quantity: 3 }]);
    expect(customers).toEqual([{ customer_id: null, name: null, quantity: 3, documents: [] }]);
  });
});
