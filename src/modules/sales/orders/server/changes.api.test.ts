import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  firsts,
  openOrderFixture,
  orderFixture,
  serviceLine,
  type OrderFixture,
} from './orders.builders';

const test = ownServer();
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

describe('changing an order', () => {
  it('changes one field and answers the whole order', async () => {
    const order = await fixture.make();
    const response = await fixture.put(order.id, {
      notes: 'Call first',
      updated_at: order.updated_at,
    });
    expect(response.body.data).toMatchObject({
      ...order,
      notes: 'Call first',
      updated_at: response.body.data.updated_at,
    });
    const late = await fixture.put(order.id, { notes: 'Mine', updated_at: order.updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
    expect(late.body.data).toMatchObject({ notes: 'Call first' });
  });

  it('keeps lines, their ids and services that are not sent, and brings the totals along', async () => {
    const before = await fixture.make(serviceLine({ unit_price: 50 }));
    const second = (await makeProduct(test.admin)).id;
    const after = (
      await fixture.put(before.id, {
        items: [
          { product_id: second, quantity: 1, unit_price: 10 },
          { product_id: firsts.product, quantity: 5, unit_price: 100 },
        ],
      })
    ).body.data;
    expect(after.items.map((item) => item.product_id)).toEqual([second, firsts.product]);
    expect(after.items[1]?.id).toBe(before.items[0]?.id);
    expect(after.services).toEqual(before.services);
    expect(after).toMatchObject({ subtotal: 560, tax_rate: 10, tax_amount: 56, item_count: 2 });
    const none = (await fixture.put(before.id, { services: [] })).body.data;
    expect(none).toMatchObject({ services: [], service_names: null, subtotal: 510 });
  });

  it('keeps a tax that was sent by hand as long as the lines cost the same', async () => {
    const { id, items } = await fixture.make({ tax_amount: 7 });
    expect((await fixture.put(id, { items, notes: 'x' })).body.data).toMatchObject({
      tax_amount: 7,
      tax_rate: 3.5,
    });
    expect((await fixture.put(id, { tax_rate: 18 })).body.data).toMatchObject({ tax_amount: 36 });
    expect((await fixture.put(id, { total_amount: 1 })).body.error).toBe(
      'Order totals do not add up',
    );
  });

  it('keeps the rate next to a tax that was sent by hand when that comes back', async () => {
    const order = await fixture.make({ tax_rate: 18, tax_amount: 7 });
    const { customer_id, subtotal, tax_amount, total_amount } = order;
    const form = { customer_id, notes: 'x', subtotal, tax_amount, total_amount };
    expect((await fixture.put(order.id, form)).body.data).toMatchObject({
      tax_rate: 18,
      tax_amount: 7,
    });
  });

  it('lines sent again do not count as a change; the same sum in other lines does', async () => {
    const { id, updated_at, items } = await fixture.make();
    expect((await fixture.put(id, { items })).body.data.updated_at).toBe(updated_at);
    const split = [{ product_id: firsts.product, quantity: 1, unit_price: 200 }];
    expect((await fixture.put(id, { items: split })).body.data.updated_at).not.toBe(updated_at);
  });

  it.each([
    [{ customer_id: null }, 'Please select a customer'],
    [{ items: [] }, 'Please add at least one item to the order'],
    [
      { items: [{ product_id: 1, quantity: 0, unit_price: 1 }] },
      'Item 1: Quantity must be greater than 0',
    ],
    [{ delivery_date: '2020-01-01' }, 'Delivery date cannot be in the past'],
    [{ status: 'lost' }, /^Status must be one of/],
    [{ id: 5 }, 'Unknown field "id"'],
    [{ updated_at: 'now' }, 'updated_at must be the value that was read with the record'],
  ])('refuses %j', async (patch, error) => {
    const { id } = await fixture.make();
    const response = await fixture.put(id, patch);
    expect(response.status).toBe(400);
    expect(response.body.error).toEqual(
      typeof error === 'string' ? error : expect.stringMatching(error),
    );
  });

  it('asks only a new delivery date to lie ahead', async () => {
    const { id } = await fixture.make({ delivery_date: today() });
    test.server.clock.advance(2 * 86_400_000);
    const signedIn = await test.server.signIn();
    const past = addDays(today(), -2);
    expect((await signedIn.put(`/orders/${id}`, { delivery_date: past, notes: 'x' })).status).toBe(
      200,
    );
    expect((await signedIn.put(`/orders/${id}`, { delivery_date: addDays(past, 1) })).status).toBe(
      400,
    );
    expect((await signedIn.put(`/orders/${id}`, { delivery_date: null })).status).toBe(200);
    fixture = orderFixture(signedIn);
  });
});
