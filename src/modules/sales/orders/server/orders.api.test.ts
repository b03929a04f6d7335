import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { dayOf } from '~/kit/shared/time/days';
import type { Order } from '../orders.fields';
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

describe('creating an order', () => {
  it('is pending, of today, numbered, with its lines and the server’s own arithmetic', async () => {
    const order = await fixture.make({
      items: [
        { product_id: firsts.product, quantity: 3, unit_price: 33.35, notes: '  in one box ' },
        { product_id: firsts.product, quantity: 1, unit_price: 0 },
      ],
      services: [
        { service_id: firsts.service, quantity: 1.5, unit_price: 99.99, total_price: 149.99 },
      ],
      delivery_date: today(),
      notes: '',
    });
    expect(order).toMatchObject({
      order_number: expect.stringMatching(/^ORD-\d\d-\d\d-\d{5}$/),
      customer_id: firsts.customer,
      customer_name: 'Godavari Forgings',
      status: 'pending',
      order_date: today(),
      delivery_date: today(),
      notes: null,
      item_count: 2,
      service_names: 'Annual pump check',
      subtotal: 250.04,
      tax_rate: 10,
      tax_amount: 25,
      total_amount: 275.04,
      is_invoiced: false,
      created_by: 1,
      items: [
        {
          product_id: firsts.product,
          product_name: 'Proximity Sensor M12',
          description: 'Proximity Sensor M12',
          quantity: 3,
          unit_price: 33.35,
          line_total: 100.05,
          notes: 'in one box',
          invoiced_quantity: 0,
        },
        { quantity: 1, unit_price: 0, line_total: 0, notes: null },
      ],
      services: [
        {
          service_id: firsts.service,
          quantity: 1.5,
          unit_price: 99.99,
          total_price: 149.99,
          notes: null,
        },
      ],
    });
    expect((await test.admin.get(`/orders/${order.id}`)).body.data).toEqual(order);
    const [newest] = (await test.admin.get<Order[]>('/orders')).body.data;
    const { items: _items, services: _services, invoiced_discount: _taken, ...row } = order;
    expect(newest).toEqual(row);
  });

  it('numbers follow each other', async () => {
    const [one, two] = [await fixture.make(), await fixture.make({ status: 'pending' })];
    const sequence = (order: Order) => Number(order.order_number.slice(-5));
    expect(sequence(two)).toBe(sequence(one) + 1);
  });

  it.each([
    [{ customer_id: undefined }, 'customer_id', 'Please select a customer'],
    [{ customer_id: null, items: [] }, 'customer_id', 'Please select a customer'],
    [{ customer_id: 0 }, 'customer_id', 'Please select a customer'],
    [{ customer_id: 'x' }, 'customer_id', 'Please select a customer'],
    [{ customer_id: 9e15 }, 'customer_id', 'Please select a customer'],
    [{ customer_id: 999_999 }, 'customer_id', 'Customer not found'],
    [{ items: undefined }, 'items', 'Please add at least one item to the order'],
    [{ items: [], services: [] }, 'items', 'Please add at least one item to the order'],
    [{ items: 'none' }, 'items', 'The items must be a list'],
    [
      { items: [{ quantity: 1, unit_price: 1 }] },
      'items.0.product_id',
      'Item 1: Please select a product',
    ],
    [itemLine({ quantity: 0 }), 'items.0.quantity', 'Item 1: Quantity must be greater than 0'],
    [itemLine({ quantity: -1 }), 'items.0.quantity', 'Item 1: Quantity must be greater than 0'],
    [
      itemLine({ quantity: undefined }),
      'items.0.quantity',
      'Item 1: Quantity must be greater than 0',
    ],
    [itemLine({ quantity: 1.5 }), 'items.0.quantity', 'Item 1: Quantity must be a whole number'],
    [
      itemLine({ quantity: 1e12 }),
      'items.0.quantity',
      'Item 1: Quantity cannot exceed 999,999,999',
    ],
    [itemLine({ quantity: '1' }), 'items.0.quantity', 'Quantity must be a number'],
    [
      itemLine({ unit_price: -0.01 }),
      'items.0.unit_price',
      'Item 1: Unit price must be 0 or greater',
    ],
    [
      itemLine({ unit_price: null }),
      'items.0.unit_price',
      'Item 1: Unit price must be 0 or greater',
    ],
    [
      itemLine({ unit_price: 1.005 }),
      'items.0.unit_price',
      'Item 1: Unit price cannot have more than two decimals',
    ],
    [
      itemLine({ unit_price: 1e13 }),
      'items.0.unit_price',
      'Item 1: Unit price cannot exceed 999,999,999,999.99',
    ],
    [itemLine({ product_id: 999_999 }), 'items.0.product_id', 'Item 1: Product not found'],
    [itemLine({ surprise: 1 }), 'surprise', 'Unknown field "surprise"'],
    [itemLine({ notes: 'x'.repeat(1001) }), 'items.0.notes', 'Notes cannot exceed 1000 characters'],
    [
      itemLine({ notes: 'a\u0000b' }),
      'items.0.notes',
      'Notes contains characters that cannot be stored',
    ],
    [
      { services: [{ quantity: 1, unit_price: 1 }] },
      'services.0.service_id',
      'Service 1: Please select a service',
    ],
    [serviceLine({ service_id: 999_999 }), 'services.0.service_id', 'Service 1: Service not found'],
    [
      serviceLine({ quantity: 0.0001 }),
      'services.0.quantity',
      'Service 1: Quantity cannot have more than three decimals',
    ],
    [{ delivery_date: '2020-01-01' }, 'delivery_date', 'Delivery date cannot be in the past'],
    [{ delivery_date: '2026-02-30' }, 'delivery_date', 'Delivery Date must be a date (YYYY-MM-DD)'],
    [{ order_date: 'yesterday' }, 'order_date', 'Order Date must be a date (YYYY-MM-DD)'],
    [{ status: 'confirmed' }, 'status', 'A new order is pending'],
    [{ notes: 'x'.repeat(1001) }, 'notes', 'Notes cannot exceed 1000 characters'],
    [{ order_number: 'ORD-1' }, 'order_number', 'Unknown field "order_number"'],
    [{ tax_rate: 101 }, 'tax_rate', 'Tax Rate cannot exceed 100'],
    [{ tax_amount: -1 }, 'tax_amount', 'Tax must be at least 0'],
    [{ subtotal: 200.001 }, 'subtotal', 'Subtotal cannot have more than two decimals'],
  ])('refuses %j', async (values, field, message) => {
    const response = await fixture.post(values);
    expect(response.body.details).toContainEqual(expect.objectContaining({ field, message }));
    expect(response.body.error).toBe(response.body.details[0]?.message);
    expect(response.status).toBe(400);
  });

  it.each([
    ['[]', 400],
    ['null', 400],
    ['{"customer_id":', 400],
    ['{"customer_id":1,"items":[null]}', 400],
    ['{"customer_id":1,"items":[[]]}', 400],
    ['{"customer_id":1,"items":{"length":1}}', 400],
    ['{"__proto__":{"x":1},"customer_id":1,"items":[]}', 400],
    ['{"customer_id":1,"items":[{"product_id":1e400,"quantity":1,"unit_price":1}]}', 400],
    [JSON.stringify({ customer_id: 1, items: Array.from({ length: 1001 }, () => ({})) }), 400],
    [JSON.stringify({ customer_id: 1, notes: 'x'.repeat(1_100_000) }), 413],
  ])('answers the malformed body %.60s with %i', async (text, status) => {
    const before = (await test.admin.get<Order[]>('/orders')).body.data.length;
    const response = await test.admin.send('POST', '/orders', text, {
      'content-type': 'application/json',
    });
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) });
    expect((await test.admin.get<Order[]>('/orders')).body.data).toHaveLength(before);
  });
});
