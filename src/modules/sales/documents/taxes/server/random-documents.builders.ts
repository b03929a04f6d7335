import fc from 'fast-check';
import { addDays } from '~/kit/shared/time/days';
import { gstCategories, supplyTypes, taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { discounted } from '../../lines/discounts.rules';
import { gstAmountsOf } from '../gst-amounts.rules';
import { termsOf } from '../../lines/lines.rules';
import { gstDocument, gstParty } from '../../print/tax-documents.builders';
import type { TaxDocument } from '../../print/tax-documents.fields';
import { hasGoods, supplyOf, type TaxBasis, withTaxes } from '../taxation.rules';
import {
  emptyLine,
  pricedOf,
  sentTerms,
  type TypedDocumentLine,
} from '../../lines/typed-lines.rules';
import { discountOfForm, type TypedDiscount } from '../../lines/typed-discounts.rules';
import { grossOf, lineTotal, sumOf, taxableValue } from '../../lines/totals.rules';

const from = (valid_from: string, rate: number) => ({ valid_from, rate });
const classes: readonly Pick<TaxClass, 'treatment' | 'rates'>[] = [
  ...[0.25, 1.5, 3, 5, 18, 28, 40].map((rate) => ({
    treatment: 'taxable' as const,
    rates: [from('2017-07-01', rate)],
  })),
  { treatment: 'taxable', rates: [from('2017-07-01', 12), from('2025-09-22', 5)] },
  ...(['zero_rated', 'nil_rated', 'exempt', 'non_gst'] as const).map((treatment) => ({
    treatment,
    rates: [],
  })),
];

const basis: TaxBasis = {
  products: new Map(),
  services: new Map(),
  classes: new Map(classes.map((each, at) => [at + 1, each])),
};

const whole = (min: number, max: number) => fc.integer({ min, max });
const within = (max: number, decimals: number, least: 0 | 1 = 0) =>
  whole(least, max * 10 ** decimals).map((parts) => (parts / 10 ** decimals).toFixed(decimals));

/** A line as it is typed: up to three decimals of a quantity, four of a price, and any discount. */
const typedLine: fc.Arbitrary<TypedDocumentLine> = fc
  .record({
    quantity: fc.oneof(within(99, 0, 1), within(999, 1, 1), within(99, 3, 1)),
    unit_price: fc.oneof(within(9_999, 0), within(99_999, 2), within(999, 4)),
    percent: fc.option(within(100, 2), { freq: 2 }),
    share: fc.option(whole(0, 100), { freq: 2 }),
    hsn_code: fc.constantFrom('731815', '848180', '9987', '721499'),
    tax_class_id: whole(1, classes.length),
    isService: fc.boolean(),
  })
  .map(({ percent, share, isService, ...line }) => {
    const gross = grossOf({
      quantity: Number(line.quantity),
      unit_price: Number(line.unit_price),
    });
    return {
      ...emptyLine(1),
      ...line,
      service_id: isService ? 1 : null,
      description: `Item of ${line.hsn_code}`,
      discount_percent: percent ?? '',
      discount_amount: percent === null && share !== null ? part(gross, share) : '',
    };
  });

function part(gross: number, share: number): string {
  return (Math.floor(gross * share) / 100).toFixed(2);
}

const typedLines = fc.array(typedLine, { minLength: 1, maxLength: 6 });
const list = { noun: 'Item', decimals: 3 };
const pricedLines = (lines: readonly TypedDocumentLine[]) =>
  lines.map((line) => pricedOf(line, list));

/** Lines with a discount on all of them, at times, in percent or rupees; the portals refuse what comes to nothing. */
const discountedLines = fc
  .record({
    lines: typedLines,
    percent: fc.option(within(90, 2), { freq: 1 }),
    share: fc.option(whole(0, 90), { freq: 1 }),
  })
  .map(({ lines, percent, share }) => {
    const value = sumOf(pricedLines(lines).map(lineTotal));
    const amount: TypedDiscount = { value: part(value, share ?? 0), unit: 'amount' };
    const typed: TypedDiscount = percent === null ? amount : { value: percent, unit: 'percent' };
    return { lines, discount: discountOfForm(typed, pricedLines(lines)) };
  });

/** What a person types for a sale, to one of several buyers. */
export const typedSale = fc.record({
  document: discountedLines,
  buyer: whole(0, 99),
  reverse_charge: whole(0, 5).map((at) => at === 0),
});

const stateCode = fc.constantFrom('27', '29', '30', '04');

const typedDocument = fc.record({
  document: discountedLines,
  day: whole(0, 600).map((days) => addDays('2025-06-01', days)),
  supply_type: fc.option(fc.constantFrom(...supplyTypes.map(({ value }) => value))),
  place_of_supply: fc.option(stateCode, { freq: 3 }),
  reverse_charge: whole(0, 5).map((at) => at === 0),
  gst_category: fc.option(fc.constantFrom(...gstCategories.map(({ value }) => value))),
  buyerState: stateCode,
  hasLut: fc.boolean(),
  roundsToRupee: fc.boolean(),
});

/** Any issued invoice by GST: typed, sent and taxed as the server does. */
export const randomInvoice: fc.Arbitrary<TaxDocument> = typedDocument.map((typed) => {
  const { day, gst_category, buyerState, hasLut, roundsToRupee } = typed;
  const buyer = gstParty({ gst_category, state_code: buyerState, gstin: null });
  const { supply_type, place_of_supply, reverse_charge } = typed;
  const { document } = typed;
  const sent = document.lines.map((line) => {
    const { product_id, service_id, description } = line;
    const priced = pricedOf(line, list);
    const { quantity, unit_price } = priced;
    const terms = termsOf({ ...priced, ...sentTerms(line) }, null);
    return { product_id, service_id, description, quantity, unit_price, ...terms };
  });
  const { reason: _reason, ...supply } = supplyOf(
    { supply_type, place_of_supply, reverse_charge },
    { gst_category, gstin: null, state_code: buyerState, billing: null, shipping: null },
    { seller: '27', hasLut, hasGoods: hasGoods(sent, basis) },
  );
  const split = taxSplitOf(supply, '27');
  const spread = discounted(sent, document.discount);
  const taxed = withTaxes(spread.lines, { basis, day, split });
  const lines = taxed.map(
    ({ service_id, tax_class_id: _id, product_id: _product, discount_share, ...line }, at) => ({
      ...line,
      discount_percent: discount_share === 0 ? line.discount_percent : null,
      discount_amount: sumOf([line.discount_amount, discount_share]),
      document_discount: discount_share,
      id: at + 1,
      isService: service_id !== null,
      uqc: 'NOS',
      gross_amount: grossOf(line),
      taxable_value: taxableValue({ ...line, discount_share }),
    }),
  );
  const { discount_percent, discount_amount } = spread.discount;
  return gstDocument({
    ...supply,
    date: day,
    buyer,
    lines,
    discount: discount_amount > 0 ? { percent: discount_percent, amount: discount_amount } : null,
    ...gstAmountsOf(taxed, { split, roundsToRupee }),
  });
});
