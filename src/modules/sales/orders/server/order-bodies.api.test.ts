import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import {
  firsts,
  itemLine,
  openOrderFixture,
  serviceLine,
  type OrderFixture,
} from './orders.builders';

const test = fileServer();
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

describe('the body of a new order', () => {
  it('takes services alone', async () => {
    const order = await fixture.make({
      items: [],
      services: [{ service_id: firsts.service, quantity: 1, unit_price: 10 }],
    });
    expect(order).toMatchObject({ item_count: 0, items: [], total_amount: 11 });
  });

  it('tells everything that is wrong in the order of the form, the first as the sentence', async () => {
    const response = await fixture.post({
      customer_id: null,
      items: [
        { product_id: firsts.product, quantity: 1, unit_price: 1 },
        { quantity: 0, unit_price: -1 },
      ],
      delivery_date: addDays(today(), -1),
    });
    expect(response.body.error).toBe('Please select a customer');
    expect(response.body.details.map(({ message }) => message)).toEqual([
      'Please select a customer',
      'Item 2: Please select a product',
      'Item 2: Quantity must be greater than 0',
      'Item 2: Unit price must be 0 or greater',
      'Delivery date cannot be in the past',
    ]);
  });

  it('takes back lines as they were answered', async () => {
    const { items, services } = await fixture.make({ ...serviceLine({}) });
    expect((await fixture.make({ items, services })).items[0]).toMatchObject({ quantity: 2 });
  });

  it('keeps hostile text as it was typed', async () => {
    const notes = `<script>alert('1')</script> '; drop table orders; -- 🏭`;
    expect((await fixture.make({ notes, ...itemLine({ notes }) })).items[0]?.notes).toBe(notes);
  });
});
