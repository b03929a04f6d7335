import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  advanceParts,
  type AdvanceShare,
  rateOf,
  sharesOf,
  spentParts,
  sumsOfParts,
} from './advance-amounts.rules';

const services = (tax_rate: number, weight = 1): AdvanceShare => ({
  kind: 'services',
  tax_rate,
  weight,
});
const goods = (tax_rate: number | null, weight = 1): AdvanceShare => ({
  kind: 'goods',
  tax_rate,
  weight,
});

it.each([
  ['services between states', 1180, [services(18)], 'between', [1000, 0, 0, 180]],
  ['services within a state', 1180, [services(18)], 'within', [1000, 90, 90, 0]],
  ['an odd paisa of tax', 100, [services(18)], 'within', [84.74, 7.63, 7.63, 0]],
  ['a quarter of a percent', 1000, [services(0.25)], 'within', [997.5, 1.25, 1.25, 0]],
  ['by reverse charge or under an LUT', 1180, [services(18)], 'none', [1180, 0, 0, 0]],
  ['goods', 1180, [goods(18)], 'between', [1180, 0, 0, 0]],
  ['exempt services', 500, [services(0)], 'within', [500, 0, 0, 0]],
  [
    'goods and services',
    1000,
    [goods(18, 3000), services(18, 1000)],
    'within',
    [961.86, 19.07, 19.07, 0],
  ],
  [
    'services of two rates',
    300,
    [services(5, 2), services(18, 1)],
    'between',
    [275.23, 0, 0, 24.77],
  ],
] as const)('%s: %s is %j', (_name, amount, shares, split, [taxable, cgst, sgst, igst]) => {
  expect(sumsOfParts(advanceParts(amount, shares, split))).toEqual({
    taxable_value: taxable,
    cgst_amount: cgst,
    sgst_amount: sgst,
    igst_amount: igst,
    tax_amount: sumOf([cgst, sgst, igst]),
  });
});

describe('the rate', () => {
  it.each([
    ['services', null, null, 18],
    ['services', 'taxable', 5, 5],
    ['services', 'exempt', null, 0],
    ['services', 'nil_rated', 0, 0],
    ['goods', null, null, null],
    ['goods', 'taxable', 12, 12],
  ] as const)('of %s, %s at %s, is %s', (kind, tax_treatment, tax_rate, rate) => {
    expect(rateOf(kind, { tax_treatment, tax_rate })).toBe(rate);
  });

  it('of an order is that of its lines, those of one rate together', () => {
    const line = {
      tax_treatment: 'taxable',
      cgst_amount: 9,
      sgst_amount: 9,
      igst_amount: 0,
    } as const;
    expect(
      sharesOf([
        { ...line, isService: false, hsn_code: null, tax_rate: 18, line_total: 100 },
        { ...line, isService: true, hsn_code: null, tax_rate: 18, line_total: 100 },
        { ...line, isService: false, hsn_code: '998314', tax_rate: 18, line_total: 50.5 },
      ]),
    ).toEqual([goods(18, 118), services(18, 186.5)]);
  });
});

const paise = fc.integer({ min: 1, max: 99_999_999_999 }).map((each) => each / 100);
const shares = fc.array(
  fc.record({
    kind: fc.constantFrom('goods' as const, 'services' as const),
    tax_rate: fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28, 40),
    weight: paise,
  }),
  { minLength: 1, maxLength: 6 },
);
const splits = fc.constantFrom('within' as const, 'between' as const, 'none' as const);
const amounts = ['amount', 'taxable_value', 'cgst_amount', 'sgst_amount', 'igst_amount'] as const;

it('parts come to the advance, and each is its value and its tax, regardless of the shares', () => {
  fc.assert(
    fc.property(paise, shares, splits, (amount, some, split) => {
      const parts = advanceParts(amount, some, split);
      expect(sumOf(parts.map((part) => part.amount))).toBe(amount);
      for (const part of parts) {
        const { taxable_value, cgst_amount, sgst_amount, igst_amount } = part;
        expect(sumOf([taxable_value, cgst_amount, sgst_amount, igst_amount])).toBe(part.amount);
        expect(cgst_amount).toBe(sgst_amount);
        const rate = part.kind === 'goods' || split === 'none' ? 0 : (part.tax_rate ?? 0);
        const due = (part.amount * rate) / (100 + rate);
        const tax = sumOf([cgst_amount, sgst_amount, igst_amount]);
        expect(Math.abs(tax - due)).toBeLessThanOrEqual(0.0101);
      }
    }),
  );
});

it('what is used of an advance piece by piece comes to the whole, part by part', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(
    fc.property(paise, shares, splits, cuts, (amount, some, split, at) => {
      const parts = advanceParts(amount, some, split);
      const ends = [...at.map((each) => Math.floor(each * amount * 100) / 100), amount].sort(
        (a, b) => a - b,
      );
      let before = 0;
      const pieces = ends.map((end) => {
        const piece = sumOf([end, -before]);
        const spent = spentParts(parts, { before, amount: piece });
        expect(sumOf(spent.map((part) => part.amount))).toBe(piece);
        before = end;
        return spent;
      });
      for (const [index, part] of parts.entries()) {
        for (const name of amounts)
          expect(sumOf(pieces.map((piece) => piece[index]?.[name] ?? 0))).toBe(part[name]);
      }
    }),
  );
});
