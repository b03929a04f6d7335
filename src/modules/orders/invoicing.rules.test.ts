import { describe, expect, it } from 'vitest';
import { chargeBody, chargeProblems, chargeTotals, openLines } from './invoicing.rules';
import type { OrderWithLines } from './orders.fields';

const item = {
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
};
const service = {
  id: 12,
  service_id: 5,
  service_name: 'AMC',
  description: 'AMC',
  quantity: 0.3,
  unit_price: 1000,
  total_price: 300,
  notes: null,
  invoiced_quantity: 0.1,
};
const order: OrderWithLines = {
  id: 4,
  order_number: 'ORD-26-27-00004',
  customer_id: 7,
  workspace_id: null,
  customer_name: 'Deccan Pumps',
  order_date: '2026-11-01',
  delivery_date: null,
  status: 'confirmed',
  notes: null,
  item_count: 2,
  service_names: 'AMC',
  subtotal: 1100,
  tax_rate: 10,
  tax_amount: 110,
  total_amount: 1210,
  created_by: 1,
  created_by_name: 'Meera Kulkarni',
  is_invoiced: true,
  created_at: '2026-11-01T05:00:00.000Z',
  updated_at: '2026-11-01T05:00:00.000Z',
  items: [item, { ...item, id: 13, invoiced_quantity: 4 }],
  services: [service],
};
const typed = {
  invoice_date: '2026-11-21',
  due_date: '2026-12-21',
  terms_conditions: ' Net 30 days ',
  notes: '',
  lines: openLines(order),
};

describe('an invoice made from an order', () => {
  it('charges for what no invoice charges for yet, services included', () => {
    expect(typed.lines).toMatchObject([
      { order_line_id: 11, product_id: 3, service_id: null, left: 4, quantity: '4' },
      { order_line_id: 12, product_id: null, service_id: 5, left: 0.2, quantity: '0.2' },
    ]);
    expect(chargeTotals(typed, 10)).toEqual({
      subtotal: 1000,
      tax_amount: 100,
      total_amount: 1100,
    });
    expect(chargeProblems(typed)).toEqual([]);
  });

  it('names the order, its lines and its rate to the server', () => {
    expect(chargeBody(typed, order)).toEqual({
      customer_id: 7,
      order_id: 4,
      invoice_date: '2026-11-21',
      due_date: '2026-12-21',
      terms_conditions: 'Net 30 days',
      notes: null,
      tax_rate: 10,
      items: [
        {
          product_id: 3,
          service_id: null,
          order_line_id: 11,
          description: 'Bearing',
          quantity: 4,
          unit_price: 200,
          line_total: 800,
        },
        {
          product_id: null,
          service_id: 5,
          order_line_id: 12,
          description: 'AMC',
          quantity: 0.2,
          unit_price: 1000,
          line_total: 200,
        },
      ],
    });
  });

  it('charges for no more than is left, at no price below 0, and is not due before its day', () => {
    const [first, second] = typed.lines;
    const wrong = {
      ...typed,
      due_date: '2026-11-20',
      lines: [
        { ...first, quantity: '5' },
        { ...second, unit_price: '-1' },
      ] as typeof typed.lines,
    };
    expect(chargeProblems(wrong).map(({ message }) => message)).toEqual([
      'Item 1: Only 4 of this line can still be invoiced',
      'Item 2: Unit price must be 0 or greater',
      'The due date cannot be before the invoice date',
    ]);
    expect(chargeProblems({ ...typed, invoice_date: '', due_date: '' })).toHaveLength(2);
  });
});
