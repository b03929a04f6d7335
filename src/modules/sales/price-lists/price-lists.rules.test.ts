import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '~/kit/shared/filters/figures';
import { predicateOf } from '~/kit/shared/filters/filters';
import type { PriceList } from './price-lists.fields';
import { priceListFigures, priceListFilters } from './price-lists.filters';
import {
  belowTexts,
  excessesOf,
  excessesText,
  itemProblems,
  limitProblems,
  priceFor,
  priceSteps,
  type PricingList,
  reachedStep,
  validityOn,
  validityProblem,
} from './price-lists.rules';

const today = '2026-11-26';
const moment = { today, timeZone: 'Asia/Kolkata' };

it.each([
  ['2026-11-26', null, 'valid'],
  ['2026-11-26', '2026-11-26', 'valid'],
  ['2026-11-27', null, 'upcoming'],
  ['2026-01-01', '2026-11-25', 'expired'],
] as const)('from %s until %s is %s', (valid_from, valid_until, validity) => {
  expect(validityOn({ valid_from, valid_until }, today)).toBe(validity);
});

it.each([
  ['2026-11-26', '2026-11-26', null],
  ['2026-11-26', null, null],
  ['2026-11-26', '2026-11-25', 'Valid Until cannot be before Valid From'],
])('from %s until %s: %s', (valid_from, valid_until, problem) => {
  expect(validityProblem({ valid_from, valid_until })).toBe(problem);
});

const list = (values: Partial<PricingList> = {}): PricingList => ({
  id: 1,
  name: 'Standard',
  customer_id: null,
  valid_from: '2026-01-01',
  valid_until: null,
  items: [{ product_id: 7, from_quantity: 1, unit_price: 100 }],
  limits: [],
  set_by_admin: true,
  ...values,
});
const at = (unit_price: number, from_quantity = 1) => ({
  product_id: 7,
  from_quantity,
  unit_price,
});
const buying = { customer_id: 3, date: today, product_id: 7, quantity: 10 };
const priced = (lists: readonly PricingList[], values: Partial<typeof buying> = {}) =>
  priceFor(lists, { ...buying, ...values })?.unit_price ?? null;

describe('the price of a product', () => {
  it('is that of the greatest quantity reached', () => {
    const steps = [list({ items: [at(90, 10), at(100), at(80, 10.5)] })];
    expect([0.5, 1, 9.999, 10, 10.5].map((quantity) => priced(steps, { quantity }))).toEqual([
      null,
      100,
      100,
      90,
      80,
    ]);
  });

  it('is that of the customer before that of all customers, and never that of another customer', () => {
    const lists = [
      list({ valid_from: '2026-11-01', items: [at(100)] }),
      list({ id: 2, customer_id: 3, items: [at(95)] }),
      list({ id: 3, customer_id: 4, items: [at(1)] }),
    ];
    expect(priced(lists)).toBe(95);
    expect(priced(lists, { customer_id: 5 })).toBe(100);
    expect(priced(lists.slice(2))).toBeNull();
  });

  it('is that of the newest list of a rank, then of the one made last', () => {
    const lists = [
      list({ id: 1, valid_from: '2026-02-01', items: [at(1)] }),
      list({ id: 2, valid_from: '2026-03-01', items: [at(2)] }),
      list({ id: 3, valid_from: '2026-03-01', items: [at(3)] }),
      list({ id: 4, valid_from: '2026-12-01', items: [at(4)] }),
      list({ id: 5, valid_from: '2026-11-01', valid_until: '2026-11-20', items: [at(5)] }),
    ];
    expect(priced(lists)).toBe(3);
    expect(priced(lists, { date: '2026-11-20' })).toBe(5);
    expect(priced(lists, { date: '2026-02-28' })).toBe(1);
    expect(priced(lists, { date: '2025-12-31' })).toBeNull();
  });

  it('is looked for in the next list where the first has none for the quantity', () => {
    const lists = [
      list({ items: [at(100)] }),
      list({ id: 2, customer_id: 3, items: [at(80, 50), { ...at(1), product_id: 8 }] }),
    ];
    expect([1, 50].map((quantity) => priced(lists, { quantity }))).toEqual([100, 80]);
  });

  const day = fc.integer({ min: 10, max: 28 }).map((n) => `2026-11-${n}`);
  const quantity = fc.integer({ min: 1, max: 40 }).map((n) => n / 2);
  const anyList = fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    name: fc.constant('Any'),
    customer_id: fc.constantFrom(null, 3, 4),
    valid_from: day,
    valid_until: fc.option(day),
    items: fc.array(
      fc.record({
        product_id: fc.constantFrom(7, 8),
        from_quantity: quantity,
        unit_price: fc.integer({ min: 0, max: 99 }),
      }),
      { maxLength: 5 },
    ),
    limits: fc.constant([]),
    set_by_admin: fc.boolean(),
  });
  const lists = fc.uniqueArray(anyList, { maxLength: 6, selector: ({ id }) => id });

  it('is what the steps say for any quantity, so that a form needs to ask once', () => {
    fc.assert(
      fc.property(lists, quantity, day, (some, query, date) => {
        const own = { customer_id: 3, date, product_id: 7 };
        const found = priceFor(some, { ...own, quantity: query });
        const step = reachedStep(priceSteps(some, own), query);
        expect(step?.unit_price ?? null).toBe(found?.unit_price ?? null);
        expect(step?.price_list_id ?? null).toBe(found?.list.id ?? null);
      }),
    );
  });

  it('depends neither on the order of the lists nor on lists that are not valid', () => {
    fc.assert(
      fc.property(lists, quantity, day, (some, query, date) => {
        const own = { customer_id: 3, date, product_id: 7, quantity: query };
        const price = priceFor(some, own)?.unit_price;
        expect(priceFor(some.toReversed(), own)?.unit_price).toBe(price);
        const holding = some.filter(
          (each) => validityOn(each, date) === 'valid' && each.customer_id !== 4,
        );
        expect(priceFor(holding, own)?.unit_price).toBe(price);
      }),
    );
  });
});

describe('a discount below the list', () => {
  const line = (taxable_value: number, values: object = {}) => ({
    product_id: 7,
    description: 'Gear pump',
    quantity: 2,
    taxable_value,
    ...values,
  });
  const limited = list({ limits: [{ role_id: 2, percent: 10 }] });
  const excesses = (lines: ReturnType<typeof line>[], role_id: number | null = 2) =>
    excessesOf(lines, { role_id, lists: [limited], customer_id: 3, days: [today] });

  it.each([
    [200, null],
    [250, null],
    [180, null],
    [179.99, 10.01],
    [170, 15],
    [0, 100],
  ])('of two at ₹100 sold for %d: %s %%', (value, given) => {
    expect(excesses([line(value)])[0]?.given ?? null).toBe(given);
  });

  it('is not limited for people without a role, other roles, other products and no list', () => {
    expect(excesses([line(0)], null)).toEqual([]);
    expect(excesses([line(0)], 3)).toEqual([]);
    expect(excesses([line(0, { product_id: 8 }), line(0, { product_id: null })])).toEqual([]);
    const free = { role_id: 2, lists: [list()], customer_id: 3, days: [today] };
    expect(excessesOf([line(0)], free)).toEqual([]);
  });

  it('is not lifted by a list without a limit, unless an administrator set it', () => {
    const cheap = { id: 2, customer_id: 3, items: [at(10)] };
    const given = (own: Partial<PricingList>) =>
      excessesOf([line(20)], {
        role_id: 2,
        lists: [limited, list({ ...cheap, ...own })],
        customer_id: 3,
        days: [today],
      });
    expect(given({ set_by_admin: false })).toMatchObject([{ given: 90, limit: 10 }]);
    expect(given({})).toEqual([]);
    expect(given({ set_by_admin: false, limits: [{ role_id: 2, percent: 0 }] })).toEqual([]);
    expect(given({ set_by_admin: false, items: [] })).toMatchObject([{ given: 90 }]);
  });

  it('is judged by the lists of all days, so that no date of a document lifts a limit', () => {
    const later = list({
      valid_from: today,
      items: [at(120)],
      limits: [{ role_id: 2, percent: 5 }],
    });
    const on = (days: string[], value: number) =>
      excessesOf([line(value)], { role_id: 2, lists: [limited, later], customer_id: 3, days });
    expect(on(['2025-12-31'], 10)).toEqual([]);
    expect(on(['2025-12-31', today], 10)).toMatchObject([{ given: 95.84, limit: 5 }]);
    expect(on(['2026-02-01', today], 200)).toMatchObject([{ given: 16.67, limit: 5 }]);
    expect(on([today, '2026-02-01'], 228)).toEqual([]);
  });

  it('is reported by its line', () => {
    const found = excesses([line(200), line(170), line(100)]);
    expect(found.map(({ index }) => index)).toEqual([1, 2]);
    expect(excessesText(found, 'confirm the order')).toBe(
      'Line 2 (Gear pump) is 15 % below its price list; your role may give 10 %, and 1 more line. Ask someone with a higher limit to confirm the order.',
    );
    expect(belowTexts(found)).toBe(
      'Line 2 (Gear pump) is 15 % below its price list; Line 3 (Gear pump) is 50 % below its price list',
    );
    expect(excessesText([], 'confirm the order')).toBe('');
  });

  it('is checked to the paisa, for any price, quantity and limit', () => {
    const quantity = fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000);
    const paise = fc.integer({ min: 1, max: 9_999_999 });
    const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100);
    fc.assert(
      fc.property(quantity, paise, percent, (many, price, limit) => {
        const own = list({
          items: [at(price / 100, 0.001)],
          limits: [{ role_id: 2, percent: limit }],
        });
        const query = { role_id: 2, lists: [own], customer_id: 3, days: [today] };
        const full = Math.round((many * price) / 1) / 100;
        const least = (full * (100 - limit)) / 100;
        expect(excessesOf([line(full + 0.01, { quantity: many })], query)).toEqual([]);
        const below = line(Math.max(0, least - 0.02), { quantity: many });
        const [found] = excessesOf([below], query);
        if (least > 0.03) expect(found?.given).toBeGreaterThan(limit);
      }),
    );
  });
});

it('a product has one price from a quantity, and a role one limit', () => {
  const same = { product_id: 7, from_quantity: 5 };
  expect(itemProblems([same, { ...same, from_quantity: 6 }, { ...same, product_id: 8 }])).toEqual(
    [],
  );
  expect(itemProblems([same, same])).toMatchObject([{ field: 'items.1.from_quantity' }]);
  expect(limitProblems([{ role_id: 2 }, { role_id: 3 }])).toEqual([]);
  expect(limitProblems([{ role_id: 2 }, { role_id: 2 }])).toMatchObject([
    { field: 'discount_limits.1.role_id' },
  ]);
});

it('the cards count', () => {
  const days = [
    ['2026-01-01', null],
    ['2026-01-01', '2026-12-26'],
    ['2026-01-01', '2026-12-27'],
    ['2026-12-01', '2026-12-10'],
    ['2026-01-01', '2026-11-25'],
  ] as const;
  const lists = days.map(([valid_from, valid_until]) => ({ valid_from, valid_until }) as PriceList);
  expect(figuresOf(priceListFigures, lists, moment)).toEqual({ total: 5, valid: 3, expiring: 1 });
});

it.each([
  [{ search: 'kaveri' }, true],
  [{ search: 'boiler' }, false],
  [{ validity: 'valid' }, true],
  [{ validity: 'expired' }, false],
  [{ customer_name: 'looms' }, true],
])('the filters %j find a valid list of Kaveri Looms: %s', (values, found) => {
  const row: PriceList = {
    id: 1,
    name: 'Festival',
    customer_id: 3,
    customer_name: 'Kaveri Looms',
    valid_from: '2026-01-01',
    valid_until: null,
    product_count: 0,
    notes: null,
    set_by_admin: true,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    custom: {},
  };
  const test = predicateOf(priceListFilters, values as Record<string, string>, moment);
  expect(test?.(row)).toBe(found);
});
