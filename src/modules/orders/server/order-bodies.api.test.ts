import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Answer } from '~/app/test-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { OrderWithLines } from '../orders.fields';
import { makeFirsts, orderDesk } from './orders.builders';

const test = fileServer();
let desk: ReturnType<typeof orderDesk<Answer<OrderWithLines>>>;
// The first of each in a fresh database.
const [product, service] = [1, 1];

beforeAll(async () => {
  await makeFirsts(test.admin);
  desk = orderDesk<Answer<OrderWithLines>>(test.admin);
});

const today = () => dayOf(test.server.clock.now(), 'Asia/Kolkata');

describe('the body of a new order', () => {
  it('takes services alone', async () => {
    const order = await desk.make({
      items: [],
      services: [{ service_id: service, quantity: 1, unit_price: 10 }],
    });
    expect(order).toMatchObject({ item_count: 0, items: [], total_amount: 11 });
  });

  it('tells everything that is wrong in the order of the form, the first as the sentence', async () => {
    const answer = await desk.post({
      customer_id: null,
      items: [
        { product_id: product, quantity: 1, unit_price: 1 },
        { quantity: 0, unit_price: -1 },
      ],
      delivery_date: addDays(today(), -1),
    });
    expect(answer.body.error).toBe('Please select a customer');
    expect(answer.body.details.map(({ message }) => message)).toEqual([
      'Please select a customer',
      'Item 2: Please select a product',
      'Item 2: Quantity must be greater than 0',
      'Item 2: Unit price must be 0 or greater',
      'Delivery date cannot be in the past',
    ]);
  });

  it('takes back lines as they were answered', async () => {
    const { items, services } = await desk.make({ ...serviceLine({}) });
    expect((await desk.make({ items, services })).items[0]).toMatchObject({ quantity: 2 });
  });

  it('keeps hostile text as it was typed', async () => {
    const notes = `<script>alert('1')</script> '; drop table orders; -- 🏭`;
    expect((await desk.make({ notes, ...line({ notes }) })).items[0]?.notes).toBe(notes);
  });
});

function line(values: object) {
  const item = { product_id: product, quantity: 2, unit_price: 100, ...values };
  return { items: [item] };
}

function serviceLine(values: object) {
  return { services: [{ service_id: service, quantity: 1, unit_price: 10, ...values }] };
}
