import { describe, expect, it } from 'vitest';
import {
  untaxedDocument,
  untaxedLine,
} from '~/modules/sales/documents/print/tax-documents.builders';
import { mergeValues } from '~/kit/shared/fields/merge';
import { typedOver } from '~/modules/sales/documents/lines/lines-form.rules';
import { orderDocument, orderForm, type OrderParts } from './order-form.rules';
import { bodyOf } from '~/modules/sales/documents/lines/lines-body.rules';
import type { OrderWithLines } from './orders.fields';

const item = {
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
};

const order: OrderWithLines = {
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
  service_names: null,
  subtotal: 800,
  tax_rate: 10,
  tax_amount: 79.5,
  ...untaxedDocument,
  total_amount: 879.5,
  created_by: 1,
  created_by_name: 'Meera Kulkarni',
  is_invoiced: false,
  delivery_state: 'none',
  invoice_state: 'none',
  created_at: '2026-11-01T05:00:00.000Z',
  updated_at: '2026-11-02T05:00:00.000Z',
  custom: {},
  items: [item],
  services: [],
};

/** My form over what they have saved since I opened it: the body, and the parts that we both changed. */
function merged(mine: Partial<OrderParts>, theirs: OrderWithLines) {
  const { values, conflicts } = mergeValues({
    base: orderDocument.partsOf(orderDocument.typedOf(order)),
    mine: { ...orderDocument.partsOf(orderDocument.typedOf(order)), ...mine },
    theirs: orderDocument.partsOf(orderDocument.typedOf(theirs)),
  });
  const over = typedOver(orderDocument, theirs, values as unknown as OrderParts);
  const body = bodyOf(orderDocument, over, {
    rate: over.tax_rate ?? 0,
    before: theirs,
    isGst: false,
  });
  return { body, conflicting: conflicts.map(({ field }) => field) };
}

const typedItems = (quantity: string) =>
  orderDocument.typedOf(order).items.map((line) => ({ ...line, quantity }));

describe('an order that two people have changed', () => {
  it('keeps their lines and exact amounts, with my notes', () => {
    const theirs = {
      ...order,
      items: [{ ...item, quantity: 6 }],
      tax_amount: 119.5,
      updated_at: 'v2',
    };
    expect(merged({ notes: 'Gate 4' }, theirs)).toEqual({
      body: {
        customer_id: 7,
        delivery_date: '2026-11-10',
        notes: 'Gate 4',
        reference: null,
        delivery_terms: null,
        updated_at: 'v2',
      },
      conflicting: [],
    });
  });

  it('has my lines and their tax rate, with amounts that fit both', () => {
    const { body, conflicting } = merged({ items: typedItems('5') }, { ...order, tax_rate: 18 });
    expect(conflicting).toEqual([]);
    expect(body).toMatchObject({ subtotal: 1000, tax_rate: 18, tax_amount: 180 });
  });

  it('asks for lines that both changed, as one', () => {
    const theirs = { ...order, items: [{ ...item, quantity: 6 }] };
    expect(merged({ items: typedItems('5') }, theirs).conflicting).toEqual(['items']);
  });

  it('makes a line again that they took away', () => {
    const theirs = { ...order, items: [{ ...item, id: 19 }] };
    const { body } = merged({ items: typedItems('5') }, theirs);
    expect(body).toMatchObject({ items: [{ product_id: 3, quantity: 5 }] });
    expect(body).not.toHaveProperty(['items', 0, 'id']);
  });
});

it('says its parts in words', () => {
  const typed = orderDocument.typedOf(order);
  const other = { ...typed, customer_id: 8, customer_name: 'Kaveri Looms' };
  const text = (part: keyof OrderParts, value: unknown) =>
    orderForm.partText(part, value, [typed, other]);
  expect(text('customer_id', 8)).toBe('Kaveri Looms');
  expect(text('delivery_date', '2026-11-10')).toBe('10 Nov 2026');
  expect(text('tax_rate', 18)).toBe('18%');
  expect(text('items', typed.items)).toBe('4 × Bearing at ₹200.00');
  expect(text('services', [])).toBe('');
  expect((['items', 'services', 'notes'] as const).map(orderForm.partLabel)).toEqual([
    'Items',
    'Services',
    'Notes',
  ]);
});
