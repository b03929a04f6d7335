import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '~/modules/documents/totals.rules';
import type { OrderWithLines } from './orders.fields';
import {
  askedOf,
  emptyOrder,
  emptyOrderLine,
  hasLines,
  hasOtherAmounts,
  isSameOrder,
  orderBody,
  stockPromise,
  typedOrder,
  typedProblems,
  typedTotals,
} from './order-form.rules';

const today = '2026-11-21';

const known: OrderWithLines = {
  id: 4,
  order_number: 'ORD-26-27-00004',
  customer_id: 7,
  workspace_id: null,
  customer_name: 'Deccan Pumps',
  order_date: '2026-11-01',
  delivery_date: '2026-11-10',
  status: 'confirmed',
  notes: null,
  item_count: 1,
  service_names: 'AMC',
  subtotal: 1300,
  tax_rate: 10,
  // As it was sent: not what the rate gives.
  tax_amount: 129.5,
  total_amount: 1429.5,
  created_by: 1,
  created_by_name: 'Meera Kulkarni',
  is_invoiced: false,
  created_at: '2026-11-01T05:00:00.000Z',
  updated_at: '2026-11-02T05:00:00.000Z',
  items: [
    {
      id: 11,
      product_id: 3,
      product_name: 'Bearing',
      sku_code: 'BRG-1',
      description: 'Bearing',
      quantity: 4,
      unit_price: 200,
      line_total: 800,
      notes: null,
      invoiced_quantity: 0,
    },
  ],
  services: [
    {
      id: 12,
      service_id: 5,
      service_name: 'AMC',
      description: 'AMC',
      quantity: 0.5,
      unit_price: 1000,
      total_price: 500,
      notes: 'Quarterly',
      invoiced_quantity: 0,
    },
  ],
};

describe('the form of an order that is known', () => {
  it('sends no amounts while lines and rate are as they were, so that they stay to the paisa', () => {
    const typed = { ...typedOrder(known), notes: ' Gate 4 ' };
    expect(hasOtherAmounts(typed, known)).toBe(false);
    expect(typedTotals(typed, { rate: 10, before: known }).tax_amount).toBe(129.5);
    expect(orderBody(typed, { rate: 10, before: known })).toEqual({
      customer_id: 7,
      delivery_date: '2026-11-10',
      notes: 'Gate 4',
      updated_at: known.updated_at,
    });
  });

  it('sends its lines with their ids and new amounts once one of them is another', () => {
    const before = typedOrder(known);
    const typed = { ...before, items: before.items.map((item) => ({ ...item, quantity: '5' })) };
    const body = orderBody(typed, { rate: 10, before: known });
    expect(body).toMatchObject({
      items: [{ id: 11, product_id: 3, quantity: 5, unit_price: 200 }],
      services: [{ id: 12, service_id: 5, quantity: 0.5, total_price: 500, notes: 'Quarterly' }],
      tax_rate: 10,
      subtotal: 1500,
      tax_amount: 150,
      total_amount: 1650,
    });
  });

  it('asks for a delivery date that lies ahead only where it is another one', () => {
    const typed = typedOrder(known);
    expect(typedProblems(typed, { before: known, today })).toEqual([]);
    const moved = { ...typed, delivery_date: '2026-11-12' };
    expect(typedProblems(moved, { before: known, today })[0]?.message).toBe(
      'Delivery date cannot be in the past',
    );
    const long = { ...typed, services: [], notes: 'n'.repeat(1001) };
    expect(typedProblems(long, { before: known, today })).toEqual([
      { field: 'notes', message: 'Notes cannot exceed 1000 characters' },
    ]);
  });
});

describe('the form of a new order', () => {
  const line = emptyOrderLine(1);

  it('says first what a person is to do first', () => {
    const first = (typed: ReturnType<typeof emptyOrder>) =>
      typedProblems(typed, { before: null, today })[0]?.message;
    const empty = emptyOrder(null);
    expect(first(empty)).toBe('Please select a customer');
    const withCustomer = emptyOrder({ id: 7, company_name: 'Deccan Pumps' });
    expect(first(withCustomer)).toBe('Please add at least one item to the order');
    const withItem = { ...withCustomer, items: [{ ...line, quantity: '2', unit_price: '' }] };
    expect(first(withItem)).toBe('Item 1: Please select a product');
    const chosen = {
      ...withItem,
      items: [{ ...line, product_id: 3, quantity: '1', unit_price: '-1' }],
    };
    expect(first(chosen)).toBe('Item 1: Unit price must be 0 or greater');
  });

  const services = [
    { ...emptyOrderLine(12), description: 'AMC', service_id: 5, unit_price: '1000' },
  ];
  const customer = { id: 7, company_name: 'Deccan Pumps' };

  it('begins with one empty line, which is no order by itself', () => {
    const empty = emptyOrder(customer);
    expect(empty.items).toHaveLength(1);
    expect(empty.items[0]).toMatchObject({ product_id: null, quantity: '1', unit_price: '' });
    expect(hasLines(empty)).toBe(false);
    expect(typedProblems(empty, { before: null, today })).toEqual([
      { field: 'items', message: 'Please add at least one item to the order' },
    ]);
  });

  it('drops a line that nobody touched', () => {
    const empty = emptyOrder(customer);
    const served = { ...empty, services };
    expect(hasLines(served)).toBe(true);
    expect(typedProblems(served, { before: null, today })).toEqual([]);
    expect(orderBody(served, { rate: 10, before: null })).toMatchObject({
      items: [],
      services: [{ service_id: 5, total_price: 1000 }],
      total_amount: 1100,
    });
    const second = { ...line, key: 2, product_id: 3, quantity: '4', unit_price: '200' };
    const filled = { ...empty, items: [...empty.items, second] };
    expect(typedProblems(filled, { before: null, today })).toEqual([]);
    expect(orderBody(filled, { rate: 10, before: null })).toMatchObject({
      items: [{ product_id: 3, quantity: 4 }],
      subtotal: 800,
    });
  });

  it('names a line by its place in the form, whatever is dropped before it', () => {
    const empty = emptyOrder(customer);
    const second = { ...line, key: 2, product_id: 3, quantity: '4', unit_price: '-1' };
    const problems = typedProblems(
      { ...empty, items: [...empty.items, second] },
      { before: null, today },
    );
    expect(problems).toEqual([
      { field: 'items.1.unit_price', message: 'Item 2: Unit price must be 0 or greater' },
    ]);
  });

  it.each([
    { product_id: 3, description: 'Bearing' },
    { quantity: '2' },
    { quantity: 'x' },
    { unit_price: '0' },
    { notes: 'Blue' },
  ])('does not drop a line with %j', (typed) => {
    const empty = emptyOrder(customer);
    const items = empty.items.map((item) => ({ ...item, ...typed }));
    expect(hasLines({ ...empty, items })).toBe(true);
    expect(isSameOrder({ ...empty, items }, empty)).toBe(false);
  });

  it('is as it was with one empty line, with none and with two', () => {
    const empty = emptyOrder(customer);
    expect(isSameOrder({ ...empty, items: [] }, empty)).toBe(true);
    expect(isSameOrder({ ...empty, items: [...empty.items, ...empty.items] }, empty)).toBe(true);
    expect(isSameOrder({ ...empty, notes: 'Gate 4' }, empty)).toBe(false);
  });

  it('always adds up', () => {
    const typedLine = fc.record({ quantity: fc.string(), unit_price: fc.string() });
    fc.assert(
      fc.property(fc.array(typedLine), fc.integer({ min: 0, max: 100 }), (lines, rate) => {
        const items = lines.map((each, key) => ({ ...line, ...each, key }));
        const totals = typedTotals({ ...emptyOrder(null), items }, { rate, before: null });
        return totals.total_amount === sumOf([totals.subtotal, totals.tax_amount]);
      }),
    );
  });
});

describe('what can be promised of a product', () => {
  const product = { id: 3, stock_quantity: 10, reserved_quantity: 6 };

  it.each([
    [4, null, { onHand: 10, reserved: 6, free: 4, short: 0 }],
    [7, null, { onHand: 10, reserved: 6, free: 4, short: 3 }],
    [7, known, { onHand: 10, reserved: 2, free: 8, short: 0 }],
    [9, { ...known, status: 'pending' as const }, { onHand: 10, reserved: 6, free: 4, short: 5 }],
  ])('for %d asked', (asked, before, promise) => {
    expect(stockPromise(product, asked, before)).toEqual(promise);
  });

  it('counts the lines of one product together, and nothing as promised where more is reserved than there is', () => {
    const items = typedOrder(known).items;
    expect(askedOf([...items, ...items], 3)).toBe(8);
    expect(stockPromise({ ...product, reserved_quantity: 14 }, 2, null)).toMatchObject({
      free: -4,
      short: 2,
    });
  });
});
