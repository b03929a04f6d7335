import type { Day } from '~/kit/shared/time/days';
import { stateInWords, type WrittenLocation } from '~/modules/organization/company/states.rules';
import {
  type GstCategory,
  placeOfSupplyOf,
  type SupplyType,
  supplyTypeOf,
  type TaxSplit,
} from '~/modules/catalogue/tax/supply.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { rateOn } from '~/modules/catalogue/tax/tax-classes.rules';
import { noTax, type TaxParts, taxParts, type Treatment } from './gst-amounts.rules';
import type { LineSubject, LineTerms } from '../lines/lines.rules';
import { type SharingLine, taxableValue } from '../lines/totals.rules';

/** An address of the buyer, as far as tax asks for it. */
export interface TaxAddress {
  id: number;
  gstin: string | null;
  state_code: string | null;
}

/** The buyer of a document, with the addresses that it names. */
export interface Buyer {
  gst_category: GstCategory | null;
  gstin: string | null;
  state_code: string | null;
  billing: TaxAddress | null;
  shipping: TaxAddress | null;
}

/** The buyer of a document for a lead: without a GSTIN, in the state that the lead names in words. */
export function unregisteredBuyer(lead: WrittenLocation | null): Buyer {
  const state_code = lead === null ? null : stateInWords(lead).code;
  return { gst_category: null, gstin: null, state_code, billing: null, shipping: null };
}

/** What a document says of its supply; null where it is to be worked out. */
export interface Supply {
  supply_type: SupplyType | null;
  place_of_supply: string | null;
  reverse_charge: boolean;
}

export interface SupplyFrame {
  /** The company's state code. */
  seller: string | null;
  hasLut: boolean;
  hasGoods: boolean;
}

/** The supply of a document with its reason (docs/product/tax.md#place-of-supply): what is not said is worked out. */
export function supplyOf(
  sent: Supply,
  buyer: Buyer,
  { seller, hasLut, hasGoods }: SupplyFrame,
): Supply & { supply_type: SupplyType; place_chosen: boolean; reason: string } {
  const party = partyOf(buyer);
  const supply_type = sent.supply_type ?? supplyTypeOf(party, { hasLut });
  const { shipping } = buyer;
  const supplyPlace = placeOfSupplyOf({ supply_type, seller, buyer: party, shipping, hasGoods });
  const place_chosen = ![null, supplyPlace.code].includes(sent.place_of_supply);
  return {
    supply_type,
    place_of_supply: sent.place_of_supply ?? supplyPlace.code,
    place_chosen,
    reverse_charge: sent.reverse_charge,
    reason: place_chosen ? 'Chosen manually' : supplyPlace.reason,
  };
}

/** The buyer as its document names it: an address with a GSTIN is the registered one; without any, the address decides. */
function partyOf({ gst_category, gstin, state_code, billing }: Buyer) {
  const own = { gst_category, gstin: billing?.gstin ?? gstin };
  const isOfCustomer = gstin !== null && !billing?.gstin;
  const [first, second] = isOfCustomer ? [null, billing] : [billing, null];
  return {
    ...own,
    state_code: first?.state_code ?? state_code ?? second?.state_code ?? null,
  };
}

/** What the catalogue says of a product or a service. */
export interface Taxable {
  hsn_code: string | null;
  unit: string | null;
  tax_class_id: number | null;
}

/** The catalogue as far as a document's lines point into it, by id. */
export interface TaxBasis {
  products: ReadonlyMap<number, Taxable>;
  services: ReadonlyMap<number, Taxable>;
  classes: ReadonlyMap<number, Pick<TaxClass, 'treatment' | 'rates'>>;
}

export interface LineTaxes extends TaxParts {
  tax_treatment: Treatment | null;
  /** In percent. */
  tax_rate: number | null;
}

function sourceOf(
  { product_id, service_id }: LineSubject,
  { products, services }: Pick<TaxBasis, 'products' | 'services'>,
): Taxable | undefined {
  return products.get(product_id ?? 0) ?? services.get(service_id ?? 0);
}

/** True unless every line is a service, by its own code or that of the catalogue. */
export function hasGoods(
  lines: readonly (LineSubject & Pick<LineTerms, 'hsn_code'>)[],
  basis: Pick<TaxBasis, 'products' | 'services'>,
): boolean {
  return lines.some((line) => {
    const hsn_code = line.hsn_code ?? sourceOf(line, basis)?.hsn_code ?? null;
    return !isOfServices({ isService: line.service_id !== null, hsn_code });
  });
}

type Line = LineSubject & SharingLine & LineTerms;

/** Lines with their taxes on a day (docs/product/tax.md#tax-of-a-line). */
export function withTaxes<L extends Line>(
  lines: readonly L[],
  { basis, day, split }: { basis: TaxBasis; day: Day; split: TaxSplit },
): (L & LineTaxes)[] {
  return lines.map((line) => {
    const existing = sourceOf(line, basis);
    const own = basis.classes.get(line.tax_class_id ?? 0);
    const tax_class_id = (own ? line.tax_class_id : existing?.tax_class_id) ?? null;
    const taxClass = own ?? basis.classes.get(tax_class_id ?? 0);
    const tax_rate = taxClass ? rateOn(taxClass, day) : null;
    return {
      ...line,
      hsn_code: line.hsn_code ?? existing?.hsn_code ?? null,
      unit: line.unit ?? existing?.unit ?? null,
      tax_class_id,
      tax_treatment: taxClass?.treatment ?? null,
      tax_rate,
      ...taxParts(taxableValue(line), tax_rate, split),
    };
  });
}

/** Lines of a document with one rate for all. */
export function withoutTaxes<L extends Line>(lines: readonly L[]): (L & LineTaxes)[] {
  return lines.map((line) => ({ ...line, tax_treatment: null, tax_rate: null, ...noTax }));
}
