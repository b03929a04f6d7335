import { describe, expect, it } from 'vitest';
import {
  untaxedDocument,
  untaxedLine,
} from '~/modules/sales/documents/print/tax-documents.builders';
import type { OrderWithLines } from './orders.fields';
import {
  orderedOf,
  hasOtherAmounts,
  typedTotals,
} from '~/modules/sales/documents/lines/lines-form.rules';
import { stockPromise } from '~/modules/sales/documents/lines/stock-promise.rules';
import { orderDocument, ownStock } from './order-form.rules';
import { typedProblems } from '~/modules/sales/documents/lines/lines-problems.rules';
import { bodyOf } from '~/modules/sales/documents/lines/lines-body.rules';

const today = '2026-11-21';

const existing: OrderWithLines = {
  invoiced_discount: 0,
  id: 4,
  order_number: 'ORD-26-27-00004',
  customer_id: 7,
  workspace_id: null,
  customer_name: 'Deccan Pumps',
  customer_phone: null,
  order_date: '2026-11-01',
  delivery_date: '2026-11-10',
  status: 'confirmed',
  notes: null,
  reference: null,
  delivery_terms: null,
  item_count: 1,
  service_names: 'AMC',
  subtotal: 1300,
  tax_rate: 10,
  // As it was sent: not what the rate gives.
  tax_amount: 129.5,
  ...untaxedDocument,
  total_amount: 1429.5,
  created_by: 1,
  created_by_name: 'Meera Kulkarni',
  is_invoiced: false,
  delivery_state: 'none',
  invoice_state: 'none',
  created_at: '2026-11-01T05:00:00.000Z',
  updated_at: '2026-11-02T05:00:00.000Z',
  custom: {},
  items: [
    {
      id: 11,
      product_id: 3,
      product_name: 'Bearing',
      sku_code: 'BRG-1',
      unit_of_measure: 'each',
      unit_decimals: 0,
      description: 'Bearing',
      quantity: 4,
      unit_price: 200,
      line_total: 800,
      taxable_value: 800,
      ...untaxedLine,
      notes: null,
      invoiced_quantity: 0,
      returned_quantity: 0,
      delivered_quantity: 0,
      closed_quantity: 0,
      open_quantity: 0,
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
      taxable_value: 500,
      ...untaxedLine,
      notes: 'Quarterly',
      invoiced_quantity: 0,
    },
  ],
};

describe('the form of an order that is known', () => {
  it('sends no amounts while lines and rate are as they were, so that they stay to the paisa', () => {
    const typed = { ...orderDocument.typedOf(existing), notes: ' Gate 4 ' };
    expect(hasOtherAmounts(typed, orderDocument.typedOf(existing))).toBe(false);
    expect(typedTotals(orderDocument, typed, { rate: 10, before: existing }).tax_amount).toBe(
      129.5,
    );
    expect(bodyOf(orderDocument, typed, { rate: 10, before: existing, isGst: false })).toEqual({
      customer_id: 7,
      delivery_date: '2026-11-10',
      notes: 'Gate 4',
      reference: null,
      delivery_terms: null,
      updated_at: existing.updated_at,
    });
  });

  it('sends its delivery terms, at most 500 characters', () => {
    const typed = { ...orderDocument.typedOf(existing), delivery_terms: ' Ex works ' };
    const sent = bodyOf(orderDocument, typed, { rate: 10, before: existing, isGst: false });
    expect(sent).toMatchObject({ delivery_terms: 'Ex works' });
    const long = { ...typed, delivery_terms: 'x'.repeat(501) };
    expect(typedProblems(orderDocument, long, { before: existing, today })).toEqual([
      { field: 'delivery_terms', message: 'Delivery Terms cannot exceed 500 characters' },
    ]);
  });

  it('sends its lines with their ids and new amounts once one of them is another', () => {
    const before = orderDocument.typedOf(existing);
    const typed = { ...before, items: before.items.map((item) => ({ ...item, quantity: '5' })) };
    const body = bodyOf(orderDocument, typed, { rate: 10, before: existing, isGst: false });
    expect(body).toMatchObject({
      items: [{ id: 11, product_id: 3, quantity: 5, unit_price: 200 }],
      services: [{ id: 12, service_id: 5, quantity: 0.5, total_price: 500, notes: 'Quarterly' }],
      tax_rate: 10,
      subtotal: 1500,
      tax_amount: 150,
      total_amount: 1650,
    });
  });

  it('sends a discount on all of it as another amount, a percentage with what it comes to', () => {
    const typed = {
      ...orderDocument.typedOf(existing),
      discount: { value: '10', unit: 'percent' as const },
    };
    expect(hasOtherAmounts(typed, orderDocument.typedOf(existing))).toBe(true);
    expect(
      bodyOf(orderDocument, typed, { rate: 10, before: existing, isGst: false }),
    ).toMatchObject({
      discount_percent: 10,
      discount_amount: 130,
      subtotal: 1170,
      total_amount: 1287,
    });
    const all = { ...typed, discount: { value: '1300.01', unit: 'amount' as const } };
    expect(typedProblems(orderDocument, all, { before: existing, today })).toEqual([
      { field: 'discount_amount', message: 'Discount cannot exceed ₹1,300.00' },
    ]);
  });

  it('asks for a delivery date that lies ahead only where it is another one', () => {
    const typed = orderDocument.typedOf(existing);
    expect(typedProblems(orderDocument, typed, { before: existing, today })).toEqual([]);
    const moved = { ...typed, delivery_date: '2026-11-12' };
    expect(typedProblems(orderDocument, moved, { before: existing, today })[0]?.message).toBe(
      'Delivery date cannot be in the past',
    );
    const long = { ...typed, services: [], notes: 'n'.repeat(1001) };
    expect(typedProblems(orderDocument, long, { before: existing, today })).toEqual([
      { field: 'notes', message: 'Notes cannot exceed 1000 characters' },
    ]);
  });
});

describe('what can be promised of a product', () => {
  const product = { id: 3, stock_quantity: 10, held_quantity: 0, reserved_quantity: 6 };
  const returnedFrom = (status: 'pending' | 'confirmed' | 'shipped') => ({
    status,
    items: existing.items.map((item) => ({
      ...item,
      returned_quantity: 1,
      delivered_quantity: status === 'shipped' ? 4 : 0,
    })),
  });

  it.each([
    [4, null, { onHand: 10, reserved: 6, free: 4, short: 0 }],
    [7, null, { onHand: 10, reserved: 6, free: 4, short: 3 }],
    [7, existing, { onHand: 10, reserved: 2, free: 8, short: 0 }],
    [
      9,
      { ...existing, status: 'pending' as const },
      { onHand: 10, reserved: 6, free: 4, short: 5 },
    ],
    [4, returnedFrom('shipped'), { onHand: 13, reserved: 6, free: 7, short: 0 }],
    [4, returnedFrom('confirmed'), { onHand: 10, reserved: 3, free: 7, short: 0 }],
    [8, returnedFrom('pending'), { onHand: 10, reserved: 6, free: 4, short: 3 }],
  ])('for %d asked', (ordered, before, promise) => {
    expect(
      stockPromise(product, ordered, before ? ownStock(before)(product.id) : undefined),
    ).toEqual(promise);
  });

  it('counts the lines of one product together, and nothing as promised where more is reserved than there is', () => {
    const items = orderDocument.typedOf(existing).items;
    expect(orderedOf([...items, ...items]).get(3)).toBe(8);
    expect(stockPromise({ ...product, held_quantity: 0, reserved_quantity: 14 }, 2)).toMatchObject({
      free: -4,
      short: 2,
    });
  });
});
