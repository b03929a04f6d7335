import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineTotal } from '~/modules/sales/documents/lines/totals.rules';
import { type ComparedLine, differencesOf, type OrderedLine } from './differences.rules';

const line = (values: Partial<ComparedLine> = {}): ComparedLine => ({
  purchase_line_id: 1,
  description: 'Rod',
  quantity: 10,
  unit_price: 50,
  taxable_value: 500,
  tax_rate: 18,
  ...values,
});

const order = (values: Partial<OrderedLine> = {}): OrderedLine => ({
  id: 1,
  purchase_number: 'PO-26-27-00001',
  product_id: 3,
  quantity: 20,
  unit: 'kg',
  unit_price: 50,
  net: 1000,
  tax_rate: 18,
  received_quantity: 10,
  billed_quantity: 0,
  ...values,
});

const rest = {
  total_amount: 590,
  vendor_total: null,
  split: 'within',
  expected: 'within',
} as const;

const fieldsOf = (lines: ComparedLine[], ordered: OrderedLine[], more: object = {}) =>
  differencesOf({ lines, ordered, ...rest, ...more }).map(({ field }) => field);

it.each([
  ['as ordered', line(), order(), []],
  ['without an order', line({ purchase_line_id: null, unit_price: 9 }), order(), []],
  [
    'more than accepted',
    line({ quantity: 10.001, taxable_value: 500.05 }),
    order(),
    ['items.0.quantity'],
  ],
  ['more than accepted less billed', line(), order({ billed_quantity: 0.5 }), ['items.0.quantity']],
  [
    'more than ordered, but accepted',
    line({ quantity: 21, taxable_value: 1050 }),
    order({ received_quantity: 21 }),
    [],
  ],
  [
    'a service that was not received',
    line(),
    order({ product_id: null, received_quantity: 0 }),
    [],
  ],
  [
    'more of a service than ordered',
    line({ quantity: 21, taxable_value: 1050 }),
    order({ product_id: null }),
    ['items.0.quantity'],
  ],
  [
    'a paisa more a piece',
    line({ unit_price: 50.01, taxable_value: 500.1 }),
    order(),
    ['items.0.unit_price'],
  ],
  ['a lower price', line({ unit_price: 49, taxable_value: 490 }), order(), ['items.0.unit_price']],
  ['a discount in place of the price', line({ unit_price: 100, taxable_value: 500 }), order(), []],
  [
    'a discount that was not ordered',
    line({ taxable_value: 450 }),
    order(),
    ['items.0.unit_price'],
  ],
  ['a discount that was ordered', line({ taxable_value: 450 }), order({ net: 900 }), []],
  ['another tax', line({ tax_rate: 12 }), order(), ['items.0.tax_rate']],
  ['no tax', line({ tax_rate: null }), order(), ['items.0.tax_rate']],
  ['a tax that is not comparable', line({ tax_rate: 12 }), order({ tax_rate: null }), []],
])('%s', (_name, billed, ordered, fields) => {
  expect(fieldsOf([billed], [ordered])).toEqual(fields);
});

it('adds up the lines of one ordered line', () => {
  const half = line({ quantity: 6, taxable_value: 300 });
  expect(fieldsOf([half, half], [order()])).toEqual(['items.1.quantity']);
  expect(fieldsOf([half, half], [order({ received_quantity: 12 })])).toEqual([]);
});

it.each([
  [null, []],
  [590, []],
  [591, []],
  [589, []],
  [591.01, ['vendor_total']],
  [588.99, ['vendor_total']],
])("with the vendor's total %s", (vendor_total, fields) => {
  expect(fieldsOf([line()], [order()], { vendor_total })).toEqual(fields);
});

it.each([
  ['within', 'between', ['place_of_supply']],
  ['none', 'within', ['place_of_supply']],
  ['between', 'between', []],
])('taxed %s where %s is due', (split, expected, fields) => {
  expect(fieldsOf([line()], [order()], { split, expected })).toEqual(fields);
});

it('says what differs', () => {
  const found = differencesOf({
    lines: [line({ quantity: 12, taxable_value: 612, unit_price: 51, tax_rate: 12 })],
    ordered: [order({ billed_quantity: 2 })],
    ...rest,
  });
  expect(found.map(({ message }) => message)).toEqual([
    'Item 1 "Rod": 12 kg are billed, 10 kg were accepted, 8 of them not billed yet',
    'Item 1 "Rod": ₹51.00 is billed, ₹50.00 was ordered, after discounts',
    'Item 1 "Rod": Tax of 12% is billed, 18% was ordered',
  ]);
});

it('finds no difference in any part of a line at its price', () => {
  const quantity = fc.integer({ min: 1, max: 1_000_000 }).map((parts) => parts / 1000);
  const price = fc.integer({ min: 0, max: 10_000_000 }).map((parts) => parts / 10_000);
  fc.assert(
    fc.property(quantity, quantity, price, (ordered, part, unit_price) => {
      const net = lineTotal({ quantity: ordered, unit_price });
      const taxable_value = lineTotal({ quantity: part, unit_price });
      // Rounding of the whole is shared by its parts.
      fc.pre(part <= ordered);
      const found = fieldsOf(
        [line({ quantity: part, unit_price, taxable_value })],
        [order({ quantity: ordered, unit_price, net, received_quantity: ordered })],
      );
      expect(found).toEqual([]);
    }),
  );
});
