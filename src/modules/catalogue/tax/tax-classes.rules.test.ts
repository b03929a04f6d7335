import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newTaxClassSchema, type TaxClass } from './tax-classes.fields';
import {
  canDeleteTaxClass,
  rateOn,
  ratesProblem,
  ratesText,
  readRates,
  sortedRates,
} from './tax-classes.rules';

const reformed: Pick<TaxClass, 'treatment' | 'rates'> = {
  treatment: 'taxable',
  rates: [
    { rate: 5, valid_from: '2025-09-22' },
    { rate: 12, valid_from: '2017-07-01' },
  ],
};

describe('the rate of a class', () => {
  it.each([
    ['2017-06-30', null],
    ['2017-07-01', 12],
    ['2025-09-21', 12],
    ['2025-09-22', 5],
    ['2099-01-01', 5],
  ])('on %s is %s', (day, rate) => {
    expect(rateOn(reformed, day)).toBe(rate);
  });

  it('is 0 on every day unless it is taxable', () => {
    expect(rateOn({ treatment: 'exempt', rates: [] }, '2017-01-01')).toBe(0);
    expect(rateOn({ ...reformed, treatment: 'zero_rated' }, '2026-01-01')).toBe(0);
  });

  it('is the newest that has begun, in any order of the rates', () => {
    const days = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const rates = fc.uniqueArray(
      fc.record({ rate: fc.integer({ min: 0, max: 100 }), valid_from: days }),
      { selector: ({ valid_from }) => valid_from, minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(rates, days, (given, day) => {
        const valid = given.filter(({ valid_from }) => valid_from <= day);
        const found = rateOn({ treatment: 'taxable', rates: given }, day);
        if (valid.length === 0) expect(found).toBeNull();
        for (const { rate, valid_from } of valid) {
          const isNewest = valid.every((other) => other.valid_from <= valid_from);
          if (isNewest) expect(found).toBe(rate);
        }
        expect(sortedRates(sortedRates(given))).toEqual(sortedRates([...given].reverse()));
      }),
    );
  });
});

it.each([
  [{ treatment: 'taxable', rates: [] }, 'A taxable class needs a rate'],
  [{ treatment: 'taxable', rates: [{ rate: 0, valid_from: '2026-01-01' }] }, null],
  [{ treatment: 'exempt', rates: [] }, null],
  [{ treatment: 'nil_rated', rates: [{ rate: 0, valid_from: '2026-01-01' }] }, null],
  [{ ...reformed, treatment: 'non_gst' }, 'Only a taxable class has rates above 0'],
  [
    { treatment: 'taxable', rates: [...reformed.rates, { rate: 6, valid_from: '2025-09-22' }] },
    'There are two rates from 2025-09-22',
  ],
] as const)('%j: %s', ({ treatment, rates }, problem) => {
  expect(ratesProblem({ treatment, rates: [...rates] })).toBe(problem);
});

it.each([
  [{ rate: 18.005, valid_from: '2026-01-01' }, 'Rate cannot have more than two decimals'],
  [{ rate: 100.01, valid_from: '2026-01-01' }, 'Rate cannot exceed 100'],
  [{ rate: -1, valid_from: '2026-01-01' }, 'Rate must be at least 0'],
  [{ rate: 18, valid_from: '2026-02-30' }, 'Valid From must be a date (YYYY-MM-DD)'],
  [{ rate: 18 }, 'Valid From must be a date (YYYY-MM-DD)'],
])('a rate %j is refused', (rate, message) => {
  const result = newTaxClassSchema.safeParse({ name: 'GST', rates: [rate] });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('a class in use is not deleted', () => {
  const used = [
    { noun: 'product', count: 2 },
    { noun: 'service', count: 1 },
  ];
  expect(canDeleteTaxClass({ name: 'GST 18%' }, used)).toMatchObject({
    code: 'tax_class.in_use',
    message: 'The tax class "GST 18%" is used by 2 products and 1 service and cannot be deleted',
  });
  expect(canDeleteTaxClass({ name: 'GST 18%' }, []).ok).toBe(true);
});

describe('typed rates', () => {
  const row = (rate: string, valid_from: string) => ({ key: 1, rate, valid_from });

  it.each([
    [[], 'A taxable class needs a rate'],
    [[row('', '2026-01-01')], 'Rate is required'],
    [[row('much', '2026-01-01')], 'Rate must be a number'],
    [[row('18', '')], 'Please enter the start date of the 18% rate'],
    [[row('18', '2026-01-01')], null],
  ])('%j: %s', (typed, wrong) => {
    expect(readRates('taxable', typed).wrong).toBe(wrong);
  });

  it('are read as numbers with their days, and said in words', () => {
    const { rates } = readRates('taxable', [row('12', '2017-07-01'), row(' 0.25 ', '2025-09-22')]);
    expect(rates).toEqual([
      { rate: 12, valid_from: '2017-07-01' },
      { rate: 0.25, valid_from: '2025-09-22' },
    ]);
    expect(ratesText(rates)).toBe('12% from 1 Jul 2017, 0.25% from 22 Sept 2025');
  });
});
