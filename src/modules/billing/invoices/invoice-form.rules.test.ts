import { itsOwnTax } from '~/modules/sales/documents/lines/typed-lines.rules';
import { expect, it } from 'vitest';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import {
  emptyInvoice,
  invoiceBody,
  remainingLines,
  shownDiscount,
  type TypedInvoice,
  type TypedInvoiceLine,
  typedTotals,
  withCustomer,
  withDueDate,
  withOrder,
  withoutOrder,
} from './invoice-form.rules';
import { invoiceProblems } from './invoice-problems.rules';

const customer = { id: 7, company_name: 'Kaveri Looms', payment_terms: 'net_15' } as const;
const empty = emptyInvoice({ today: '2026-11-21', terms: 'Net 30 days', customer: null });
const line = (values: Partial<TypedInvoiceLine> = {}): TypedInvoiceLine => ({
  key: 1,
  product_id: null,
  service_id: null,
  order_line_id: null,
  description: 'Freight',
  quantity: '2',
  unit_price: '10.25',
  discount_percent: '',
  discount_amount: '',
  ...itsOwnTax,
  remaining: null,
  ...values,
});
const full: TypedInvoice = { ...withCustomer(empty, customer), items: [line()] };

const order = {
  id: 3,
  order_number: 'ORD-26-27-00003',
  customer_id: 7,
  customer_name: 'Kaveri Looms',
  tax_rate: 10,
  items: [
    {
      id: 31,
      product_id: 5,
      description: 'Flange',
      quantity: 4,
      unit_price: 100,
      unit_of_measure: 'kg',
      unit_decimals: 1,
      invoiced_quantity: 1,
      closed_quantity: 0,
    },
    {
      id: 32,
      product_id: 6,
      description: 'Bolt',
      quantity: 2,
      unit_price: 3,
      unit_of_measure: 'each',
      unit_decimals: 0,
      invoiced_quantity: 2,
      closed_quantity: 0,
    },
  ],
  services: [
    {
      id: 33,
      service_id: 9,
      description: 'Setup',
      quantity: 1.5,
      unit_price: 80,
      invoiced_quantity: 0,
    },
  ],
} as unknown as OrderWithLines;

it('missing values are reported in the order of the specification', () => {
  const problemOf = (typed: TypedInvoice) => invoiceProblems(typed)[0]?.message ?? null;
  expect(problemOf(empty)).toBe('Please select a customer');
  expect(problemOf(withCustomer(empty, customer))).toBe('Please add at least one item');
  for (const wrong of [
    { description: ' ' },
    { quantity: '0' },
    { unit_price: '' },
    { unit_price: '-1' },
  ])
    expect(problemOf({ ...full, items: [line(wrong)] })).toBe(
      'Please fill in all required fields for each item',
    );
  expect(problemOf({ ...full, items: [line({ unit_price: '0' })] })).toBeNull();
  expect(problemOf({ ...full, invoice_date: '' })).toBe('Invoice Date is required');
  expect(problemOf({ ...full, due_date: '' })).toBe('Due Date is required');
  expect(problemOf({ ...full, due_date: '2026-11-20' })).toBe(
    'Due date cannot be before the invoice date',
  );
});

it('the due date follows the customer and the invoice date until it is typed', () => {
  expect(empty.due_date).toBe('2026-12-21');
  expect(full.due_date).toBe('2026-12-06');
  expect(withDueDate({ ...full, invoice_date: '2026-12-01' }).due_date).toBe('2026-12-16');
  const typed = { ...full, due_date: '2026-12-31', is_due_typed: true };
  expect(withDueDate({ ...typed, invoice_date: '2026-12-01' }).due_date).toBe('2026-12-31');
});

it.each(['', '3', '30/2'])('the due date waits while "%s" is typed as the invoice date', (text) => {
  const typed = withDueDate({ ...full, invoice_date: text });
  expect([typed.invoice_date, typed.due_date]).toEqual([text, '2026-12-06']);
});

it('an order gives its customer, its rate and what of it is left', () => {
  const typed = withOrder({ ...empty, items: [line()] }, order, customer);
  expect(typed).toMatchObject({
    customer_id: 7,
    order_id: 3,
    tax_rate: 10,
    due_date: '2026-12-06',
  });
  const lines = typed.items.map(({ order_line_id, quantity }) => [order_line_id, quantity]);
  expect(lines).toEqual([
    [31, '3'],
    [33, '1.5'],
    [null, '2'],
  ]);
  expect(typedTotals(typed, 10).total_amount).toBe(484.55);
  expect(withoutOrder(typed)).toMatchObject({ order_id: null, tax_rate: null, items: [line()] });
  expect(withCustomer(typed, { ...customer, id: 8 }).items).toEqual([line()]);
});

it('an order gives its delivery terms, which go with it', () => {
  const typed = withOrder(empty, { ...order, delivery_terms: 'Ex works' }, customer);
  expect(typed.delivery_terms).toBe('Ex works');
  expect(invoiceBody(typed, { rate: 10, isGst: false }).delivery_terms).toBe('Ex works');
  expect(withoutOrder(typed).delivery_terms).toBe('');
  expect(withCustomer(typed, { ...customer, id: 8 }).delivery_terms).toBe('');
});

it('proposes no closed quantities, which can still be typed', () => {
  const closed = (closed_quantity: number) => {
    const [flange, ...others] = order.items;
    const items = [{ ...flange, closed_quantity }, ...others] as typeof order.items;
    return remainingLines({ ...order, items }).map(({ quantity, remaining }) => [
      quantity,
      remaining,
    ]);
  };
  expect(closed(2)).toEqual([
    ['1', 3],
    ['1.5', 1.5],
  ]);
  expect(closed(3)).toEqual([['1.5', 1.5]]);
});

it('no line charges for more than is left of its order’s', () => {
  expect(remainingLines(order).map(({ remaining }) => remaining)).toEqual([3, 1.5]);
  const typed = withOrder(empty, order, customer);
  const asking = (quantity: string) =>
    invoiceProblems({ ...typed, items: typed.items.map((each) => ({ ...each, quantity })) });
  expect(asking('1.5')).toEqual([]);
  expect(asking('1.25')).toEqual([
    {
      field: 'items.0.quantity',
      message: 'Item 1: Quantity of Flange can have at most 1 decimal (kg)',
    },
  ]);
  expect(asking('2')).toEqual([
    { field: 'items.1.quantity', message: 'Item 2: Only 1.5 of this line can still be invoiced' },
  ]);
});

it('an order, its lines and its rate are named to the server', () => {
  expect(invoiceBody(withOrder(empty, order, customer), { rate: 10, isGst: false })).toMatchObject({
    customer_id: 7,
    order_id: 3,
    tax_rate: 10,
    total_amount: 462,
    items: [
      { product_id: 5, service_id: null, order_line_id: 31, quantity: 3, line_total: 300 },
      { product_id: null, service_id: 9, order_line_id: 33, quantity: 1.5, line_total: 120 },
    ],
  });
});

it('an order gives its discount too: its part follows the lines until it is typed', () => {
  const discounted = {
    ...order,
    discount_percent: null,
    discount_amount: 50,
    invoiced_discount: 10,
  };
  const typed = withOrder(empty, discounted, customer);
  expect(shownDiscount(typed)).toEqual({ value: '40', unit: 'amount' });
  expect(typedTotals(typed, 10)).toMatchObject({ subtotal: 380, discount_amount: 40 });
  expect(invoiceBody(typed, { rate: 10, isGst: false })).not.toHaveProperty('discount_amount');
  const [flanges] = typed.items.map((each) => ({ ...each, quantity: '1' }));
  const part = { ...typed, items: flanges ? [flanges] : [] };
  expect(shownDiscount(part)).toEqual({ value: '9.51', unit: 'amount' });
  const own = {
    ...part,
    discount: { value: '5', unit: 'percent' as const },
    discount_source: null,
  };
  expect(invoiceBody(own, { rate: 10, isGst: false })).toMatchObject({
    discount_percent: 5,
    discount_amount: 5,
    subtotal: 95,
  });
  expect(shownDiscount(withoutOrder(typed)).value).toBe('');
});

it('a discount that is wrong is said, and counts as none until then', () => {
  const wrong = { ...full, discount: { value: '21', unit: 'amount' as const } };
  expect(invoiceProblems(wrong)).toEqual([
    { field: 'discount_amount', message: 'Discount cannot exceed ₹20.50' },
  ]);
  expect(typedTotals(wrong, 10).subtotal).toBe(20.5);
  for (const value of ['x', '101', '1.234']) {
    const percent = { ...full, discount: { value, unit: 'percent' as const } };
    expect(invoiceProblems(percent)[0]?.field).toBe('discount_percent');
  }
});

it('what is sent adds up', () => {
  expect(invoiceBody({ ...full, notes: ' ' }, { rate: 18, isGst: false })).toEqual({
    customer_id: 7,
    order_id: null,
    discount_percent: null,
    discount_amount: 0,
    invoice_date: '2026-11-21',
    due_date: '2026-12-06',
    terms_conditions: 'Net 30 days',
    notes: null,
    reference: null,
    delivery_terms: null,
    items: [
      {
        product_id: null,
        service_id: null,
        order_line_id: null,
        description: 'Freight',
        quantity: 2,
        unit_price: 10.25,
        line_total: 20.5,
      },
    ],
    tax_rate: 18,
    subtotal: 20.5,
    tax_amount: 3.69,
    total_amount: 24.19,
  });
});
