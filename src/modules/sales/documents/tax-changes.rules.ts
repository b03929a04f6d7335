import type { TaxMode } from '~/modules/organization/company/settings.fields';
import type { Supply } from './taxation.rules';

/** What a document has, or a request says, of its supply. */
export interface SupplyParts extends Supply {
  tax_mode: TaxMode;
  customer_id: number;
  billing_address_id: number | null;
  shipping_address_id: number | null;
}

/** The fields that say who and where; forms, requests and copies of a document have them all. */
export const supplyNames = [
  'billing_address_id',
  'shipping_address_id',
  'supply_type',
  'place_of_supply',
  'reverse_charge',
] as const;

export type SaidSupply = { [K in keyof SupplyParts]?: SupplyParts[K] | null | undefined };

/**
 * How a document's tax is computed: as the company's, when it is new or its lines are sent again, else as before
 * (docs/product/tax.md#changing-over).
 */
export function taxModeOf(
  before: Pick<SupplyParts, 'tax_mode'> | null,
  said: Pick<SaidSupply, 'tax_mode'>,
  { company, hasNewLines }: { company: TaxMode; hasNewLines: boolean },
): TaxMode {
  if (!before) return company;
  if (before.tax_mode === 'gst') return 'gst';
  if (said.tax_mode) return said.tax_mode === 'gst' ? company : 'single';
  return hasNewLines ? company : 'single';
}

/** The addresses that a document names, where undefined is the customer's default, null none. */
export function addressesOf(before: SupplyParts | null, said: SaidSupply) {
  const isOther = isNewBuyer(before, said);
  const kept = isOther ? null : before;
  return {
    billing_address_id:
      said.billing_address_id === undefined ? kept?.billing_address_id : said.billing_address_id,
    shipping_address_id:
      said.shipping_address_id === undefined ? kept?.shipping_address_id : said.shipping_address_id,
  };
}

/** What is said of the supply, or was before; null where it is to be worked out. */
export function saidSupply(before: SupplyParts | null, said: SaidSupply): Supply {
  const kept = isNewBuyer(before, said) ? null : before;
  const isMoved =
    isOther(kept?.shipping_address_id, said.shipping_address_id) ||
    isOther(kept?.billing_address_id, said.billing_address_id);
  const place = isMoved ? null : (kept?.place_of_supply ?? null);
  return {
    supply_type: said.supply_type === undefined ? (kept?.supply_type ?? null) : said.supply_type,
    place_of_supply: said.place_of_supply === undefined ? place : said.place_of_supply,
    reverse_charge: said.reverse_charge ?? kept?.reverse_charge ?? false,
  };
}

/** Whether anything that the taxes follow from is said to be other than before; lines apart. */
export function isOtherSupply(before: SupplyParts, said: SaidSupply): boolean {
  return (['customer_id', ...supplyNames] as const).some((name) =>
    isOther(before[name], said[name]),
  );
}

function isNewBuyer(before: SupplyParts | null, { customer_id }: SaidSupply): boolean {
  // A document from before had no addresses: it takes the customer's.
  return (
    before === null || before.tax_mode === 'single' || isOther(before.customer_id, customer_id)
  );
}

function isOther<T>(before: T, said: T | undefined): boolean {
  return said !== undefined && said !== before;
}
