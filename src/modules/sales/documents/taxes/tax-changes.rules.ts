import type { TaxMode } from '~/modules/organization/company/settings.fields';
import type { Supply } from './taxation.rules';

/** What a document has, or a request says, of its supply. */
export interface SupplyParts extends Supply {
  tax_mode: TaxMode;
  customer_id: number;
  billing_address_id: number | null;
  shipping_address_id: number | null;
  place_chosen: boolean;
}

/** The fields that say who and where; forms, requests and copies of a document have them all. */
export const supplyNames = [
  'billing_address_id',
  'shipping_address_id',
  'supply_type',
  'place_of_supply',
  'reverse_charge',
] as const;

export type SentSupply = { [K in keyof SupplyParts]?: SupplyParts[K] | null | undefined };

/**
 * How a document's tax is computed: as the company's, when it is new or its lines are sent again, else as before
 * (docs/product/tax.md#changing-over).
 */
export function taxModeOf(
  before: Pick<SupplyParts, 'tax_mode'> | null,
  sent: Pick<SentSupply, 'tax_mode'>,
  { company, hasNewLines }: { company: TaxMode; hasNewLines: boolean },
): TaxMode {
  if (!before) return company;
  if (before.tax_mode === 'gst') return 'gst';
  if (sent.tax_mode) return sent.tax_mode === 'gst' ? company : 'single';
  return hasNewLines ? company : 'single';
}

/** The addresses that a document names, where undefined is the customer's default, null none. */
export function addressesOf(before: SupplyParts | null, sent: SentSupply) {
  const stored = before && !isOther(before.customer_id, sent.customer_id) ? before : null;
  const addressOf = (name: 'billing_address_id' | 'shipping_address_id') => {
    if (sent[name] !== undefined) return sent[name];
    // A document with one rate names an address only where goods went to another than the default.
    return stored?.tax_mode === 'single' ? (stored[name] ?? undefined) : stored?.[name];
  };
  return {
    billing_address_id: addressOf('billing_address_id'),
    shipping_address_id: addressOf('shipping_address_id'),
  };
}

/** The sent supply, or the one chosen before; null where it is to be worked out. */
export function sentSupply(before: SupplyParts | null, sent: SentSupply): Supply {
  const stored = isNewBuyer(before, sent) ? null : before;
  const isMoved =
    isOther(stored?.shipping_address_id, sent.shipping_address_id) ||
    isOther(stored?.billing_address_id, sent.billing_address_id);
  const chosen = stored?.place_chosen && !isMoved ? stored.place_of_supply : null;
  // A document that is sent back as it was read chooses nothing.
  const isReadBack =
    sent.place_chosen === false && sent.place_of_supply === before?.place_of_supply;
  return {
    supply_type: sent.supply_type === undefined ? (stored?.supply_type ?? null) : sent.supply_type,
    place_of_supply:
      sent.place_of_supply === undefined || isReadBack ? chosen : sent.place_of_supply,
    reverse_charge: sent.reverse_charge ?? stored?.reverse_charge ?? false,
  };
}

/** Whether anything that the taxes follow from is said to be other than before; lines apart. */
export function isOtherSupply(before: SupplyParts, sent: SentSupply): boolean {
  const patch = isSupplyOpen(before, sent) ? { ...sent, place_of_supply: undefined } : sent;
  return (['customer_id', ...supplyNames] as const).some((name) =>
    isOther(before[name], patch[name]),
  );
}

/** Whether a place that was not chosen is to be what follows now, or is chosen now although it was the same before. */
export function isSupplyOpen(before: SupplyParts, sent: SentSupply): boolean {
  const { place_of_supply, place_chosen } = sent;
  const isChosenNow = place_of_supply === before.place_of_supply && place_chosen !== false;
  return !before.place_chosen && (place_of_supply === null || isChosenNow);
}

function isNewBuyer(before: SupplyParts | null, { customer_id }: SentSupply): boolean {
  // A document from before had no addresses: it takes the customer's.
  return (
    before === null || before.tax_mode === 'single' || isOther(before.customer_id, customer_id)
  );
}

function isOther<T>(before: T, sent: T | undefined): boolean {
  return sent !== undefined && sent !== before;
}
