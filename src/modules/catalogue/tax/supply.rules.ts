import { stateText } from '~/modules/organization/company/states.rules';

/** What GST takes a customer for (docs/product/customers.md#gst). */
export const gstCategories = [
  { value: 'regular', label: 'Regular' },
  { value: 'composition', label: 'Composition' },
  { value: 'sez', label: 'SEZ' },
  { value: 'overseas', label: 'Overseas' },
  { value: 'deemed_export', label: 'Deemed export' },
  { value: 'uin', label: 'UIN holder' },
  { value: 'deductor', label: 'Tax deductor' },
  { value: 'unregistered', label: 'Unregistered' },
] as const;

export type GstCategory = (typeof gstCategories)[number]['value'];

/** What a document is to GST (docs/product/tax.md#supply-type). */
export const supplyTypes = [
  { value: 'b2b', label: 'Registered business' },
  { value: 'b2c', label: 'Unregistered buyer' },
  { value: 'sez_with', label: 'SEZ with tax' },
  { value: 'sez_without', label: 'SEZ without tax' },
  { value: 'export_with', label: 'Export with tax' },
  { value: 'export_without', label: 'Export without tax' },
  { value: 'deemed', label: 'Deemed export' },
] as const;

export type SupplyType = (typeof supplyTypes)[number]['value'];

/** The state code of all that is abroad. */
export const abroad = '96';

interface Buyer {
  gst_category: GstCategory | null;
  gstin: string | null;
  state_code: string | null;
}

export function isBuyerAbroad({
  gst_category,
  state_code,
}: Pick<Buyer, 'gst_category' | 'state_code'>): boolean {
  return gst_category === 'overseas' || (gst_category === null && state_code === abroad);
}

/** The supply type that follows from the buyer; with an LUT, exports and SEZ supplies go without tax. */
export function supplyTypeOf(
  { gst_category: category, gstin, state_code }: Buyer,
  { hasLut }: { hasLut: boolean },
): SupplyType {
  if (category === 'sez') return hasLut ? 'sez_without' : 'sez_with';
  if (isBuyerAbroad({ gst_category: category, state_code })) {
    return hasLut ? 'export_without' : 'export_with';
  }
  if (category === 'deemed_export') return 'deemed';
  if (category === 'unregistered') return 'b2c';
  return category !== null || gstin !== null ? 'b2b' : 'b2c';
}

export function isExport(type: SupplyType): boolean {
  return type === 'export_with' || type === 'export_without';
}

export function isToSez(type: SupplyType): boolean {
  return type === 'sez_with' || type === 'sez_without';
}

export interface SupplyBasis {
  supply_type: SupplyType;
  /** The company's own state code. */
  seller: string | null;
  buyer: Pick<Buyer, 'gstin' | 'state_code'>;
  /** Where the goods go, if they go elsewhere than to the buyer's own address. */
  shipping: { gstin: string | null; state_code: string | null } | null;
  hasGoods: boolean;
}

/** A state code, or null where nothing tells it, and why it is that one. */
export interface PlaceOfSupply {
  code: string | null;
  reason: string;
}

/** Where a document's goods or services are supplied (docs/product/tax.md#place-of-supply). */
export function placeOfSupplyOf(basis: SupplyBasis): PlaceOfSupply {
  const { supply_type, seller, buyer, shipping, hasGoods } = basis;
  if (isExport(supply_type)) return supplyIn(abroad, 'The buyer is in');
  if (hasGoods && shipping?.state_code) {
    if (!isOfAnother(shipping.gstin, buyer.gstin)) {
      return supplyIn(shipping.state_code, 'The goods are delivered in');
    }
    // Delivered to someone else at the buyer's direction: the buyer's principal place.
    if (buyer.state_code)
      return supplyIn(buyer.state_code, 'Delivered to a third party for a buyer in');
  }
  if (buyer.state_code) {
    return supplyIn(
      buyer.state_code,
      buyer.gstin ? 'The buyer is registered in' : 'The buyer is in',
    );
  }
  if (seller) return supplyIn(seller, "The buyer's state is not known; the company is in");
  return { code: null, reason: 'The states of the buyer and the company are unknown' };
}

function supplyIn(code: string, reason: string): PlaceOfSupply {
  return {
    code,
    reason: code === abroad ? reason.replace(/in$/, 'abroad') : `${reason} ${stateText(code)}`,
  };
}

function isOfAnother(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.slice(2, 12) !== other.slice(2, 12);
}

/** How the tax of a document is split: within a state, between states, or not collected at all. */
export type TaxSplit = 'within' | 'between' | 'none';

interface Supplied {
  supply_type: SupplyType;
  place_of_supply: string | null;
  reverse_charge: boolean;
}

/** Whether IGST, or CGST and SGST, would be due (docs/product/tax.md#split-of-the-tax). */
export function isBetweenStates(
  { supply_type, place_of_supply }: Pick<Supplied, 'supply_type' | 'place_of_supply'>,
  seller: string | null,
): boolean {
  if (isExport(supply_type) || isToSez(supply_type)) return true;
  return place_of_supply !== null && seller !== null && place_of_supply !== seller;
}

/** The tax that is collected; none without tax under an LUT and by reverse charge. */
export function taxSplitOf(supplied: Supplied, seller: string | null): TaxSplit {
  const { supply_type, reverse_charge } = supplied;
  const isWithout = supply_type === 'sez_without' || supply_type === 'export_without';
  if (isWithout || reverse_charge) return 'none';
  return isBetweenStates(supplied, seller) ? 'between' : 'within';
}
