import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstAmountsOf } from './gst-amounts.rules';
import { type PreviewQuery, type PreviewQueryLine, previewSince } from './tax-now.rules';
import type { TaxPreview } from './tax-preview.fields';
import { type TaxBasis, withTaxes } from './taxation.rules';
import { discounted, noDiscount, sentDiscount } from '../lines/discounts.rules';
import { termsOf } from '../lines/lines.rules';
import { taxableValue } from '../lines/totals.rules';

const rates = [0, 0.25, 3, 5, 18, 40];
const basis: TaxBasis = {
  products: new Map(
    rates.map((_rate, at) => [at + 1, { hsn_code: '731815', unit: 'kg', tax_class_id: at + 1 }]),
  ),
  services: new Map([[1, { hsn_code: '998719', unit: null, tax_class_id: 5 }]]),
  classes: new Map(
    rates.map((rate, at) => [
      at + 1,
      { treatment: 'taxable', rates: [{ rate, valid_from: '2017-07-01' }] },
    ]),
  ),
};

const line = (values: Partial<PreviewQueryLine> = {}): PreviewQueryLine => ({
  product_id: 1,
  service_id: null,
  quantity: 2,
  unit_price: 100,
  discount_percent: null,
  hsn_code: null,
  tax_class_id: null,
  ...values,
});

const queryOf = (lines: PreviewQueryLine[], values: Partial<PreviewQuery> = {}): PreviewQuery => ({
  customer_id: 7,
  lines,
  ...values,
});

/** As the server answers. */
function previewOf(question: PreviewQuery, split: TaxPreview['split'], rounds: boolean) {
  const { lines, discount } = discounted(question.lines, sentDiscount(question, noDiscount));
  const requested = lines.map((each) => ({ ...each, ...termsOf(each, null) }));
  const taxed = withTaxes(requested, { basis, day: '2026-11-23', split });
  const { tax_rate: _rate, ...amounts } = gstAmountsOf(taxed, { split, roundsToRupee: rounds });
  return {
    ...amounts,
    ...discount,
    billing_address_id: null,
    shipping_address_id: null,
    supply_type: 'b2b',
    place_of_supply: '29',
    reverse_charge: false,
    split,
    reason: 'The buyer is in Karnataka (29)',
    day: '2026-11-23',
    lines: taxed.map(({ product_id: _product, service_id: _service, ...each }) => {
      const { quantity: _quantity, unit_price: _price, ...covered } = each;
      return { ...covered, taxable_value: taxableValue(each) };
    }),
  } satisfies TaxPreview;
}

const percent = fc.option(fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 100));
const discounts = fc.tuple(percent, percent);

const randomLine = fc
  .record({
    product_id: fc.integer({ min: 1, max: rates.length }),
    quantity: fc.integer({ min: 1, max: 9_999 }).map((parts) => parts / 1000),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((parts) => parts / 100),
    discount_percent: percent,
  })
  .map(line);

describe('what is typed after an answer', () => {
  it('comes to what the server makes of it, for any lines, split and round-off', () => {
    const lines = fc.array(randomLine, { minLength: 1, maxLength: 12 });
    const split = fc.constantFrom('within' as const, 'between' as const, 'none' as const);
    fc.assert(
      fc.property(
        lines,
        lines,
        split,
        fc.boolean(),
        discounts,
        (then, typed, ofTax, rounds, [first, next]) => {
          const question = queryOf(then, { discount_percent: first });
          const now = queryOf(
            typed.map((each, at) => ({ ...each, product_id: then[at]?.product_id ?? 1 })),
            { discount_percent: next },
          );
          const covered = new Set(then.map(({ product_id }) => product_id));
          const since = previewSince(question, previewOf(question, ofTax, rounds), rounds)(now);
          const isCovered = now.lines.every(({ product_id }) => covered.has(product_id));
          expect(since).toEqual(isCovered ? previewOf(now, ofTax, rounds) : null);
        },
      ),
    );
  });

  it.each([
    ['a product without a known rate', queryOf([line({ product_id: 2 })])],
    ['another tax class', queryOf([line({ tax_class_id: 3 })])],
    [
      'a service, which makes another place of supply',
      queryOf([line({ product_id: null, service_id: 1 })]),
    ],
    ['another customer', queryOf([line()], { customer_id: 8 })],
    ['another place', queryOf([line()], { place_of_supply: '30' })],
    ['another day', queryOf([line()], { date: '2025-09-01' })],
  ])('waits for the server after a change to %s', (_what, now) => {
    const question = queryOf([line()]);
    const since = previewSince(question, previewOf(question, 'between', false), false);
    expect(since(queryOf([line({ quantity: 3 })]))?.subtotal).toBe(300);
    expect(since(now)).toBeNull();
  });

  it('keeps what is known of lines that have not changed', () => {
    const [one, other] = [line(), line({ product_id: 4 })];
    const question = queryOf([one, other]);
    const since = previewSince(question, previewOf(question, 'within', false), false);
    const before = since(question)?.lines;
    const after = since(queryOf([one, { ...other, quantity: 9 }]))?.lines;
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).toMatchObject({ taxable_value: 900, cgst_amount: 22.5, sgst_amount: 22.5 });
  });
});
