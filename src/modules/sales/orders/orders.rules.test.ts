import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { untaxedLine } from '~/modules/sales/documents/print/tax-documents.builders';
import {
  type StoredOrderLine,
  planOrderLines,
  summaryOf,
} from '~/modules/sales/documents/lines/order-lines.rules';
import { orderStatuses } from './orders.fields';
import {
  canChangeInvoiced,
  canDelete,
  canEditLines,
  canGenerateInvoice,
  holdingOf,
  isInvoiceSource,
  orderProblems,
} from './orders.rules';
import { heldBy, type Holder, shortagesOf, stockChanges } from './stock.rules';

const today = '2026-11-21';
const good = { product_id: 1, quantity: 1, unit_price: 0 };
const messages = (order: Parameters<typeof orderProblems>[0]) =>
  orderProblems(order, today).map(({ message }) => message);

describe('what is wrong with an order', () => {
  it.each([
    [{}, ['Please select a customer', 'Please add at least one item to the order']],
    [{ customer_id: 1, items: [good] }, []],
    [{ customer_id: 1, services: [{ service_id: 1, quantity: 0.5, unit_price: 1 }] }, []],
    [{ customer_id: 1, items: [good], delivery_date: today }, []],
    [{ customer_id: 1, items: [good], delivery_date: null }, []],
    [
      { customer_id: 1, items: [good], delivery_date: '2026-11-20' },
      ['Delivery date cannot be in the past'],
    ],
    [
      {
        customer_id: 1,
        items: [good, { product_id: null, quantity: Number.NaN, unit_price: Number.NaN }],
        delivery_date: '2026-11-20',
      },
      [
        'Item 2: Please select a product',
        'Item 2: Quantity must be greater than 0',
        'Item 2: Unit price must be 0 or greater',
        'Delivery date cannot be in the past',
      ],
    ],
    [
      {
        customer_id: 1,
        services: [{ quantity: 1.2345, unit_price: 0.001 }],
        prices: { decimals: 2 as const, existing: [1.001] },
      },
      [
        'Service 1: Please select a service',
        'Service 1: Quantity cannot have more than three decimals',
        'Service 1: Unit price cannot have more than two decimals',
      ],
    ],
  ])('%j: %j', (order, expected) => {
    expect(messages(order)).toEqual(expected);
  });
});

describe('a status', () => {
  it.each([
    ['pending', 'none', false, false],
    ['confirmed', 'reserved', true, true],
    ['processing', 'reserved', false, true],
    ['shipped', 'taken', true, true],
    ['delivered', 'taken', true, true],
    ['cancelled', 'none', false, false],
  ] as const)('%s: holds %s, invoice %s, source %s', (status, holding, invoice, source) => {
    expect(holdingOf(status)).toBe(holding);
    expect(canGenerateInvoice({ status })).toBe(invoice);
    expect(isInvoiceSource({ status })).toBe(source);
    expect(canEditLines({ status, is_invoiced: false }).ok).toBe(holding !== 'taken');
    expect(canEditLines({ status, is_invoiced: true }).ok).toBe(false);
    expect(canDelete({ status, is_invoiced: false }).ok).toBe(status !== 'delivered');
    expect(canDelete({ status, is_invoiced: true }).ok).toBe(false);
  });

  it('customer and tax change until an invoice charges for them', () => {
    expect(canChangeInvoiced({ is_invoiced: false }, 'tax').ok).toBe(true);
    expect(canChangeInvoiced({ is_invoiced: true }, 'customer').ok).toBe(false);
  });
});

it('lines show in the list as a count of items and the names of services', () => {
  const item = { product_id: 1, description: 'Bearing' };
  const service = { product_id: null, description: 'Training' };
  expect(summaryOf([item, service, { ...service, description: 'Repair' }, service])).toEqual({
    item_count: 1,
    service_names: 'Training, Repair',
  });
  expect(summaryOf([item]).service_names).toBeNull();
});

it('lines keep their notes unless others are sent', () => {
  const noted: StoredOrderLine = {
    id: 7,
    product_id: 1,
    service_id: null,
    description: 'Product 1',
    quantity: 2,
    unit_price: 10,
    line_total: 20,
    ...untaxedLine,
    notes: 'Blue',
  };
  const requested = { product_id: 1, service_id: null, quantity: 2, unit_price: 10 };
  expect(planOrderLines([noted], [requested]).lines[0]?.notes).toBe('Blue');
  const cleared = planOrderLines([noted], [{ ...requested, notes: null }]);
  expect([cleared.lines[0]?.notes, cleared.isChange]).toEqual([null, true]);
});

describe('stock', () => {
  const line = (product_id: number | null, quantity: number, delivered_quantity = 0) => ({
    product_id,
    quantity,
    delivered_quantity,
    closed_quantity: 0,
    returned_quantity: 0,
  });

  it('adds up the lines of a product and follows status and lines', () => {
    const before: Holder = {
      status: 'processing',
      lines: [line(2, 1), line(1, 2), line(2, 3), line(null, 9)],
    };
    expect(stockChanges(before, { status: 'shipped', lines: [line(2, 5, 5)] })).toEqual([
      { productId: 1, reserved: -2, onHand: 0 },
      { productId: 2, reserved: -4, onHand: -5 },
    ]);
    expect(stockChanges(before, { ...before, status: 'confirmed' })).toEqual([]);
    const delivered = [line(2, 1, 1), line(1, 2, 2), line(2, 3, 3), line(null, 9)];
    expect(stockChanges({ status: 'delivered', lines: delivered }, null)).toEqual([
      { productId: 1, reserved: 0, onHand: 2 },
      { productId: 2, reserved: 0, onHand: 4 },
    ]);
  });

  it.each([
    ['processing', { delivered_quantity: 4 }, { reserved: 6, taken: 4 }],
    ['processing', { delivered_quantity: 4, returned_quantity: 3 }, { reserved: 6, taken: 1 }],
    ['shipped', { delivered_quantity: 7, closed_quantity: 3 }, { reserved: 0, taken: 7 }],
    ['confirmed', { returned_quantity: 2 }, { reserved: 8, taken: 0 }],
    ['confirmed', { closed_quantity: 3 }, { reserved: 7, taken: 0 }],
    ['pending', {}, { reserved: 0, taken: 0 }],
  ] as const)('of a line of a %s order with %j holds %j', (status, values, held) => {
    expect(heldBy(status, { ...line(1, 10), ...values })).toEqual(held);
  });

  it('comes back whole for any sequence of statuses', () => {
    const holder = fc.record({
      status: fc.constantFrom(...orderStatuses.map(({ value }) => value)),
      lines: fc.array(
        fc
          .tuple(
            fc.option(fc.nat(3)),
            fc.integer({ min: 1, max: 9 }),
            fc.integer({ min: 0, max: 9 }),
          )
          .map(([product_id, quantity, delivered]) =>
            line(product_id, quantity, Math.min(quantity, delivered)),
          ),
      ),
    });
    fc.assert(
      fc.property(fc.array(holder), (way) => {
        const sums = new Map<number, [reserved: number, onHand: number]>();
        const stations: (Holder | null)[] = [null, ...way, null];
        for (const [index, after] of stations.slice(1).entries()) {
          for (const { productId, reserved, onHand } of stockChanges(
            stations[index] ?? null,
            after,
          )) {
            const [oneSum, otherSum] = sums.get(productId) ?? [0, 0];
            sums.set(productId, [oneSum + reserved, otherSum + onHand]);
          }
        }
        for (const sum of sums.values()) expect(sum).toEqual([0, 0]);
      }),
    );
  });

  it('is short where more is taken than there is', () => {
    const change = (onHand: number) => [{ productId: 1, reserved: 0, onHand }];
    const stock = [{ id: 1, product_name: 'Gloves', stock_quantity: 3 }];
    expect(shortagesOf(change(-3), stock)).toEqual([]);
    expect(shortagesOf(change(3), stock)).toEqual([]);
    expect(shortagesOf(change(-4), stock)).toMatchObject([
      { message: 'Not enough stock of "Gloves": 4 needed, 3 available' },
    ]);
  });
});
