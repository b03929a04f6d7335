import { describe, expect, it } from 'vitest';
import { untaxedDocument } from '~/modules/sales/documents/print/tax-documents.builders';
import { addDays } from '~/kit/shared/time/days';
import { predicateOf } from '~/kit/shared/filters/filters';
import { figuresOf } from '~/kit/shared/filters/figures';
import type { Order } from './orders.fields';
import { orderFigures, orderFilters } from './orders.filters';

const today = '2026-11-21';
const at = { today, timeZone: 'Asia/Kolkata' };

function order(values: Partial<Order> & { inDays?: number }): Order {
  const { inDays, ...given } = values;
  return {
    id: 1,
    order_number: 'ORD-26-27-00001',
    customer_id: 7,
    workspace_id: null,
    customer_name: 'Deccan Pumps',
    customer_phone: null,
    order_date: today,
    delivery_date: inDays === undefined ? null : addDays(today, inDays),
    status: 'confirmed',
    notes: null,
    reference: null,
    delivery_terms: null,
    item_count: 1,
    service_names: null,
    subtotal: 0,
    tax_rate: 10,
    tax_amount: 0,
    ...untaxedDocument,
    total_amount: 0,
    created_by: 1,
    created_by_name: 'Meera Kulkarni',
    is_invoiced: false,
    delivery_state: 'none',
    invoice_state: 'none',
    created_at: '2026-11-21T05:00:00.000Z',
    updated_at: '2026-11-21T05:00:00.000Z',
    custom: {},
    ...given,
  };
}

const fits = (key: string, value: string, row: Order): boolean =>
  predicateOf(orderFilters, { [key]: value }, at)?.(row) ?? false;

describe('priority', () => {
  it.each([
    [10_000, 30, 'high'],
    [9_999.99, 30, 'medium'],
    [5000, 30, 'medium'],
    [4_999.99, 30, 'low'],
    [100, 2, 'high'],
    [100, -4, 'high'],
    [100, 3, 'medium'],
    [100, 6, 'medium'],
    [100, 7, 'low'],
    [100, undefined, 'low'],
    [6000, undefined, 'medium'],
  ] as const)('of ₹%d in %s days is %s', (total_amount, inDays, priority) => {
    const row = order({ total_amount, ...(inDays === undefined ? {} : { inDays }) });
    expect(fits('priority', priority, row)).toBe(true);
    for (const other of ['high', 'medium', 'low'].filter((each) => each !== priority)) {
      expect(fits('priority', other, row)).toBe(false);
    }
  });
});

describe('delivery status', () => {
  it.each([
    [{ inDays: -1 }, 'overdue'],
    [{ inDays: -1, status: 'delivered' }, 'delivered'],
    [{ inDays: 0 }, 'due-soon'],
    [{ inDays: 3 }, 'due-soon'],
    [{ inDays: 4 }, 'on-schedule'],
    [{}, 'no-date'],
    [{ status: 'delivered' }, 'delivered'],
  ] as const)('of %j is %s', (values, status) => {
    const all = ['overdue', 'due-soon', 'on-schedule', 'delivered', 'no-date'];
    const found = all.filter((each) => fits('delivery_status', each, order(values)));
    expect(found).toEqual([status]);
  });
});

describe('the urgency score', () => {
  const bounds = [
    ['critical', 4],
    ['high', 2.5],
    ['medium', 1],
    ['low', 0],
  ] as const;

  it.each([
    [{ total_amount: 10_000 }, 1],
    [{ total_amount: 10_000.01 }, 2],
    [{ total_amount: 5000 }, 0],
    [{ total_amount: 5000.01 }, 1],
    [{ inDays: -1 }, 3],
    [{ inDays: 0 }, 2],
    [{ inDays: 1 }, 2],
    [{ inDays: 2 }, 1],
    [{ inDays: 3 }, 1],
    [{ inDays: 4 }, 0],
    [{ inDays: -1, status: 'delivered' }, 0],
    [{ status: 'pending' }, 1],
    [{ status: 'processing' }, 0.5],
    [{ status: 'shipped' }, 0.5],
    [{ status: 'confirmed' }, 0],
    [{ status: 'pending', total_amount: 20_000, inDays: -2 }, 6],
  ] as const)('of %j is %d', (values, score) => {
    const band = bounds.find(([, least]) => score >= least);
    expect(bounds.filter(([each]) => fits('urgency', each, order(values)))).toEqual([band]);
  });

  it.each([
    ['critical', { total_amount: 20_000, inDays: 1 }],
    ['high', { total_amount: 20_000, status: 'processing' }],
    ['medium', { status: 'pending' }],
    ['low', { status: 'shipped' }],
  ] as const)('%s is its own band', (band, values) => {
    const found = ['critical', 'high', 'medium', 'low'].filter((each) =>
      fits('urgency', each, order(values)),
    );
    expect(found).toEqual([band]);
  });
});

describe('amounts and dates', () => {
  it.each([
    [999.99, 'under-1000'],
    [1000, '1000-5000'],
    [5000, '5000-10000'],
    [10_000, '10000-50000'],
    [49_999.99, '10000-50000'],
    [50_000, 'over-50000'],
  ])('₹%d is in the band %s alone', (total_amount, band) => {
    const bands = ['under-1000', '1000-5000', '5000-10000', '10000-50000', 'over-50000'];
    expect(bands.filter((each) => fits('amount_range', each, order({ total_amount })))).toEqual([
      band,
    ]);
  });

  it.each([
    ['today', '2026-11-21', '2026-11-20'],
    ['week', '2026-11-15', '2026-11-14'],
    ['month', '2026-11-01', '2026-10-31'],
    ['quarter', '2026-10-01', '2026-09-30'],
    ['year', '2026-01-01', '2025-12-31'],
  ])('%s holds %s and not %s', (range, held, past) => {
    expect(fits('date_range', range, order({ order_date: held }))).toBe(true);
    expect(fits('date_range', range, order({ order_date: past }))).toBe(false);
  });

  it('finds by number, customer, services and notes, and one customer by id', () => {
    const row = order({ service_names: 'AMC, Training', notes: 'Gate 4' });
    for (const text of ['00001', 'deccan', 'training', 'gate 4']) {
      expect(fits('search', text, row)).toBe(true);
    }
    expect(fits('search', 'malabar', row)).toBe(false);
    expect(fits('customer_id', '7', row)).toBe(true);
    expect(fits('customer_id', '8', row)).toBe(false);
  });
});

it('counts orders by status and sums the totals of those not cancelled, to the paisa', () => {
  const orders = [
    order({ status: 'pending', total_amount: 0.1 }),
    order({ status: 'pending', total_amount: 0.2 }),
    order({ status: 'delivered', total_amount: 1000 }),
    order({ status: 'cancelled', total_amount: 5000 }),
  ];
  const figures = { total: 4, pending: 2, delivered: 1, revenue: 1000.3 };
  expect(figuresOf(orderFigures, orders, at)).toEqual(figures);
  const none = { total: 0, pending: 0, delivered: 0, revenue: 0 };
  expect(figuresOf(orderFigures, [], at)).toEqual(none);
});
