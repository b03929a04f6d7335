import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { type TaxSplit, taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import {
  type Amounts,
  amountsOf,
  type RateRules,
  type SentAmounts,
} from '../../lines/amounts.rules';
import {
  discounted,
  type DocumentDiscount,
  documentDiscountProblem,
  type Spread,
} from '../../lines/discounts.rules';
import { gstAmountsOf, noTax, type TaxParts } from '../gst-amounts.rules';
import type { LineSubject, LineTerms } from '../../lines/lines.rules';
import { purchaseSupplyOf, type TaxedVendor } from '../purchase-supply.rules';
import {
  type Buyer,
  hasGoods,
  type LineTaxes,
  type Supply,
  type SupplyFrame,
  supplyOf,
  type TaxBasis,
  unregisteredBuyer,
  withoutTaxes,
  withTaxes,
} from '../taxation.rules';
import { discountProblem, type PricedLine } from '../../lines/totals.rules';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { findTaxBasis } from './taxation.queries';

export { termColumns, termNames } from './taxation.queries';

type Line = LineSubject & PricedLine & LineTerms;

/** All amounts of a document, in rupees. */
export type DocumentAmounts = Amounts & TaxParts & { round_off: number };

/** A document with its taxes: what is stored of it and of its lines. */
export interface TaxedDocument<L> {
  lines: (Spread<L> & LineTaxes)[];
  amounts: DocumentAmounts;
  values: Partial<Supply> &
    DocumentDiscount & {
      tax_mode: Settings['tax_mode'];
      place_chosen?: boolean;
      billing_address_id?: number | null;
      shipping_address_id?: number | null;
    };
}

interface Placed<L> {
  lines: readonly L[];
  /** The field of a line in messages: `items.2`. */
  fieldOf: (index: number) => string;
  /** On the whole document. */
  discount: DocumentDiscount;
}

interface ByOneRate<L> extends Placed<L> {
  sent: SentAmounts;
  rules: RateRules;
}

/** A document with one rate for all of its lines; 400 for a discount above the price. */
export function taxedByOneRate<L extends Line>(document: ByOneRate<L>): TaxedDocument<L> {
  const { lines, discount } = discountedLines(document);
  const { sent, rules } = document;
  return {
    lines: withoutTaxes(lines),
    amounts: { ...amountsOf(lines, sent, rules), ...noTax, round_off: 0 },
    values: { tax_mode: 'single', ...discount },
  };
}

/** The other party: the buyer of a sale, read together with what the lines are, or the vendor of a purchase. */
export type TaxParty =
  | { buyer: () => Promise<Buyer> }
  | {
      vendor: TaxedVendor;
      /** The code of the state that the vendor's paper says; left out, the company's. */
      supplyState?: string | null;
    };

type ByGst<L> = TaxParty & OfGst<L>;

interface OfGst<L> extends Placed<L> {
  day: Day;
  /** Said by the sender or kept; null is worked out. */
  supply: Supply;
  settings: Pick<Settings, 'lut_number' | 'round_to_rupee'>;
  /** The lines of before, whose tax classes and units may be gone. */
  before: readonly (LineTerms & Pick<PricedLine, 'quantity'>)[];
}

/**
 * A document taxed line by line (docs/product/tax.md#tax-of-a-line); 400 for a tax class or a unit that does not exist,
 * and a quantity that is finer than the line's unit.
 */
export async function taxedByGst<L extends Line>(
  trx: Transaction,
  document: ByGst<L>,
): Promise<TaxedDocument<L> & { split: TaxSplit; reason: string }> {
  const { lines, discount } = discountedLines(document);
  const { day, supply: sent, settings, before, fieldOf } = document;
  const [buyer, { seller, ...found }] = await Promise.all([
    'buyer' in document ? document.buyer() : null,
    findTaxBasis(trx, lines),
  ]);
  const basis = basisOf(found);
  const stored = new Set(before.map((line) => line.tax_class_id));
  const unknown = lines.findIndex(
    ({ tax_class_id: id }) => id !== null && !basis.classes.has(id) && !stored.has(id),
  );
  if (unknown >= 0) throw invalid(`${fieldOf(unknown)}.tax_class_id`, 'Tax class not found');
  // The units of vendors are any text.
  if (!('vendor' in document)) refuseUnits(document, found.units);
  const { split, reason, ...supply } =
    'vendor' in document
      ? purchaseSupplyOf(document.vendor, {
          state_code: document.supplyState ?? seller,
          reverse_charge: sent.reverse_charge,
        })
      : saleOf(sent, buyer, {
          seller,
          hasLut: settings.lut_number !== null,
          hasGoods: hasGoods(lines, basis),
        });
  const taxed = withTaxes(lines, { basis, day, split });
  const amounts = gstAmountsOf(taxed, { split, roundsToRupee: settings.round_to_rupee });
  return {
    lines: taxed,
    amounts,
    split,
    reason,
    values: { tax_mode: 'gst', ...discount, ...supply, ...(buyer ? addressesOf(buyer) : {}) },
  };
}

function saleOf(sent: Supply, buyer: Buyer | null, frame: SupplyFrame) {
  const supply = supplyOf(sent, buyer ?? unregisteredBuyer(null), frame);
  return { ...supply, split: taxSplitOf(supply, frame.seller) };
}

function addressesOf({ billing, shipping }: Buyer) {
  return { billing_address_id: billing?.id ?? null, shipping_address_id: shipping?.id ?? null };
}

/** 400 for a discount on a line or on the whole document that exceeds what it is taken off. */
function discountedLines<L extends Line>({ lines, fieldOf, discount }: Placed<L>) {
  for (const [index, line] of lines.entries()) {
    const problem = discountProblem(line);
    if (problem) throw invalid(`${fieldOf(index)}.discount_amount`, problem);
  }
  const problem = documentDiscountProblem(lines, discount);
  if (problem) throw invalid('discount_amount', problem);
  return discounted(lines, discount);
}

/** A line that says what a line of before said stays. */
function refuseUnits<L extends Line>(
  { lines, before, fieldOf }: Pick<ByGst<L>, 'lines' | 'before' | 'fieldOf'>,
  units: readonly UnitDecimals[],
): void {
  const existing = new Map(units.map((unit) => [unit.code, unit]));
  const former = new Set(before.map(({ unit }) => unit));
  const stored = new Set(before.map(({ unit, quantity }) => `${unit} ${quantity}`));
  for (const [index, { product_id, unit, quantity }] of lines.entries()) {
    if (unit === null || stored.has(`${unit} ${quantity}`)) continue;
    const found = existing.get(unit);
    if (!found && former.has(unit)) continue;
    if (!found) throw invalid(`${fieldOf(index)}.unit`, `There is no unit "${unit}"`);
    // Quantities of products are checked against the product's own unit (`refuseFiner`).
    const problem = product_id === null ? decimalsProblem('Quantity', quantity, found) : null;
    if (problem) throw invalid(`${fieldOf(index)}.quantity`, `Item ${index + 1}: ${problem}`);
  }
}

type BasisPart = 'products' | 'services' | 'classes';

function basisOf({
  products,
  services,
  classes,
}: Pick<Awaited<ReturnType<typeof findTaxBasis>>, BasisPart>): TaxBasis {
  return {
    products: new Map(products.map((each) => [each.id, each])),
    services: new Map(services.map((each) => [each.id, each])),
    classes: new Map(classes.map((each) => [each.id, each])),
  };
}
