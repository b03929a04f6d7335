import { expect, it } from 'vitest';
import { type OfferedLine, priceOffers } from './offered-prices.rules';

const step = (from_quantity: number, unit_price: number) => ({
  from_quantity,
  unit_price,
  price_list_id: 1,
  price_list_name: 'Standard',
});
const pump = { product_id: 7, unit_price: 100, steps: [step(5, 90), step(10, 80)] };
const belt = { product_id: 8, unit_price: 50, steps: [] };
const existing = new Map([pump, belt].map((each) => [each.product_id, each]));
const line = (quantity: string, unit_price: string, product_id = 7): OfferedLine => ({
  key: 1,
  product_id,
  quantity,
  unit_price,
});

/** The price of a line after each thing that is typed into it. */
function typed(...lines: OfferedLine[]): string[] {
  let before = new Map<number, OfferedLine>();
  return lines.map((each) => {
    const { offers, next } = priceOffers([each], { existing, before });
    before = next;
    return offers[0]?.unit_price ?? each.unit_price;
  });
}

it.each([
  [
    'follows the quantity',
    [line('1', '100'), line('5', '100'), line('12', '90')],
    ['100', '90', '80'],
  ],
  ['goes back to the product’s price', [line('10', '100'), line('2', '80')], ['80', '100']],
  [
    'stays where a person typed it',
    [line('5', '100'), line('5', '85'), line('10', '85')],
    ['90', '85', '85'],
  ],
  [
    'stays where a person typed the product’s price again',
    [line('5', '100'), line('5', '100')],
    ['90', '100'],
  ],
  [
    'starts again with another product',
    [line('5', '100'), line('5', '77'), line('5', '50', 8)],
    ['90', '77', '50'],
  ],
  ['is left alone of a line that began with another price', [line('5', '60')], ['60']],
  ['waits for a number', [line('', '100'), line('5', '100')], ['100', '90']],
])('a price %s', (_what, lines, prices) => {
  expect(typed(...lines)).toEqual(prices);
});

it('waits for the answer of the server, and does not change until then', () => {
  const first = line('5', '100');
  expect(priceOffers([first], { existing: new Map(), before: new Map() })).toEqual({
    offers: [],
    next: new Map(),
  });
  const before = new Map([[1, line('5', '90')]]);
  expect(priceOffers([line('5', '90')], { existing: new Map(), before }).next).toEqual(before);
});
