import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  defaultTdsCodes,
  type TdsCode,
  tdsCodeOn,
} from '~/modules/organization/company/tds-codes.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isIndividual, noTdsYear, tdsOf, tdsRateFor, typedTds, wholeRupees } from './tds.rules';

const code = (values: Partial<TdsCode> = {}): TdsCode => ({
  code: 'X',
  name: 'X',
  rate_individual: 1,
  rate_other: 2,
  rate_no_pan: 20,
  single_threshold: 30_000,
  year_threshold: 100_000,
  only_excess: false,
  valid_from: '2025-04-01',
  ...values,
});

const company = 'AAACD1234E';
const bill = (base: number, pan: string | null = company) => ({ pan, base, payable: base });

it.each([
  ['AAAPL1234C', 1],
  ['aaahl1234c', 1],
  ['AAACD1234E', 2],
  ['AAAFP1234H', 2],
  [null, 20],
  ['', 20],
])('the rate for the PAN %s is %d', (pan, rate) => {
  expect(tdsRateFor(code(), pan)).toBe(rate);
  expect(isIndividual(pan ?? '')).toBe(rate === 1);
});

it.each([
  // year before, charged, bill: base, TDS
  [0, 0, 30_000, 0, 0],
  [0, 0, 30_000.01, 30_000.01, 600],
  [70_000, 0, 30_000, 0, 0],
  [70_000, 0, 30_000.5, 100_000.5, 2000],
  [80_000, 40_000, 30_000, 70_000, 1400],
  [150_000, 150_000, 10, 10, 0],
  [150_000, 150_000, 25, 25, 1],
  [150_000, 150_000, 24.99, 24.99, 0],
])(
  'with %d before, %d charged, a bill of %d is charged on %d: %d',
  (booked, charged, base, on, tds) => {
    expect(tdsOf(code(), bill(base), { ...noTdsYear, booked, charged })).toMatchObject({
      base: on,
      tds_amount: tds,
    });
  },
);

it.each([
  // no threshold, and one of 0
  [{ single_threshold: null, year_threshold: null }, 0],
  [{ single_threshold: 0, year_threshold: null }, 1000],
  [{ single_threshold: null, year_threshold: 0 }, 1000],
  [{ single_threshold: null, year_threshold: 999.99 }, 1000],
  [{ single_threshold: 999.99, year_threshold: null }, 1000],
  [{ single_threshold: null, year_threshold: 1000 }, 0],
])('with %j a bill of 1,000 is charged on %d', (values, on) => {
  expect(tdsOf(code(values), bill(1000), noTdsYear).base).toBe(on);
});

const excess = code({
  rate_other: 0.1,
  single_threshold: null,
  year_threshold: 5_000_000,
  only_excess: true,
});

it.each([
  [0, 5_000_000, 0, 0],
  [0, 5_000_500, 500, 1],
  [4_000_000, 2_000_000, 1_000_000, 1000],
  [6_000_000, 100_000, 100_000, 100],
])(
  'only the excess: with %d before, a bill of %d is charged on %d: %d',
  (booked, base, on, tds) => {
    const charged = Math.max(0, booked - 5_000_000);
    expect(tdsOf(excess, bill(base), { ...noTdsYear, booked, charged })).toMatchObject({
      base: on,
      tds_amount: tds,
    });
  },
);

it('does not charge the base of an advance again', () => {
  const year = { ...noTdsYear, advanced: 100_000 };
  expect(tdsOf(code(), bill(60_000), year)).toMatchObject({ base: 0, tds_amount: 0, met: 60_000 });
  const next = { booked: 60_000, charged: 0, met: 60_000, advanced: 40_000 };
  expect(tdsOf(code(), bill(90_000), next)).toMatchObject({ base: 50_000, met: 40_000 });
  const single = code({ year_threshold: null });
  expect(tdsOf(single, bill(40_000), { ...noTdsYear, advanced: 15_000 })).toMatchObject({
    base: 25_000,
    met: 15_000,
  });
});

it('withholds no more than the bill pays, and the rest with the next', () => {
  const year = { ...noTdsYear, booked: 99_000 };
  const all = code({ rate_other: 50, single_threshold: null });
  const first = tdsOf(all, bill(2000.75), year);
  expect(first.tds_amount).toBe(2000);
  expect(first.why).toContain('withheld with the next bill');
  const booked = sumOf([99_000, 2000.75]);
  const second = tdsOf(all, bill(100_000), { ...noTdsYear, booked, charged: first.base });
  expect(first.tds_amount + second.tds_amount).toBe(wholeRupees(sumOf([booked, 100_000]), 50));
});

it('takes a typed amount, which settles the base', () => {
  const computed = tdsOf(code(), bill(40_000), noTdsYear);
  expect(typedTds(computed, 40_000, 0)).toMatchObject({ base: 40_000, tds_amount: 0 });
  const none = tdsOf(code(), bill(4000), noTdsYear);
  expect(typedTds(none, 4000, 100)).toMatchObject({ base: 4000, tds_amount: 100 });
  expect(typedTds(none, 4000, 0)).toMatchObject({ base: 0, tds_amount: 0 });
});

it('charges each rupee of a year once, regardless of the bills', () => {
  const bills = fc.array(fc.integer({ min: 1, max: 6_000_000 }), { minLength: 1, maxLength: 12 });
  const codes = fc.record({
    single_threshold: fc.option(fc.integer({ min: 0, max: 40_000 })),
    year_threshold: fc.integer({ min: 0, max: 100_000 }),
    only_excess: fc.boolean(),
  });
  fc.assert(
    fc.property(bills, codes, (paise, values) => {
      const row = code({
        ...values,
        single_threshold: values.only_excess ? null : values.single_threshold,
      });
      let [booked, charged] = [0, 0];
      for (const each of paise) {
        const base = each / 100;
        const tds = tdsOf(row, bill(base), { ...noTdsYear, booked, charged });
        booked = sumOf([booked, base]);
        charged = sumOf([charged, tds.base]);
        expect(charged).toBeLessThanOrEqual(booked);
        const limit = values.year_threshold;
        if (booked > limit)
          expect(charged).toBe(values.only_excess ? sumOf([booked, -limit]) : booked);
      }
    }),
  );
});

it('takes the figures that hold on the day', () => {
  const codes = [code(), code({ rate_other: 5, valid_from: '2026-04-01' })];
  expect(tdsCodeOn(codes, 'X', '2025-03-31')).toBeNull();
  expect(tdsCodeOn(codes, 'X', '2026-03-31')?.rate_other).toBe(2);
  expect(tdsCodeOn(codes, 'X', '2026-04-01')?.rate_other).toBe(5);
  expect(tdsCodeOn(codes, 'Y', '2026-04-01')).toBeNull();
  expect(tdsCodeOn(defaultTdsCodes, 'GOODS', '2026-11-30')?.only_excess).toBe(true);
});
