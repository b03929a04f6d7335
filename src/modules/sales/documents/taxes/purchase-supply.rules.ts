import { stateText } from '~/modules/organization/company/states.rules';
import {
  isBetweenStates,
  isExport,
  type SupplyType,
  supplyTypeOf,
  type TaxSplit,
} from '~/modules/catalogue/tax/supply.rules';
import type { Buyer, Supply } from './taxation.rules';

/** What GST takes a vendor for. */
export type TaxedVendor = Pick<Buyer, 'gst_category' | 'gstin' | 'state_code'>;

interface Purchase {
  /** Of the company, which is the buyer. */
  state_code: string | null;
  reverse_charge: boolean;
}

/**
 * The supply of a purchase with its reason and the split of its tax (docs/product/purchase-orders.md#tax): the vendor is
 * the seller, and the goods are supplied where the company is. Used by the server and the forms.
 */
export function purchaseSupplyOf(
  vendor: TaxedVendor,
  { state_code, reverse_charge }: Purchase,
): Supply & { supply_type: SupplyType; split: TaxSplit; reason: string } {
  const supply = {
    supply_type: supplyTypeOf(vendor, { hasLut: false }),
    place_of_supply: state_code,
    reverse_charge,
  };
  return { ...supply, ...taxOfPurchase(vendor, supply) };
}

function taxOfPurchase(
  vendor: TaxedVendor,
  supply: Supply & { supply_type: SupplyType },
): { split: TaxSplit; reason: string } {
  const { place_of_supply, reverse_charge } = supply;
  const untaxed = untaxedReason(vendor, supply);
  if (untaxed !== null && !reverse_charge) return { split: 'none', reason: untaxed };
  const seller = vendor.gstin?.slice(0, 2) ?? vendor.state_code;
  const split = isBetweenStates(supply, seller) ? 'between' : 'within';
  const buyer =
    place_of_supply === null ? 'is in an unknown state' : `is in ${stateText(place_of_supply)}`;
  const from = seller === null ? 'unknown' : stateText(seller);
  return { split, reason: `The company ${buyer}, the state of the vendor is ${from}` };
}

/** Why a vendor charges no tax; null where it does. */
function untaxedReason(
  { gst_category }: TaxedVendor,
  { supply_type }: { supply_type: SupplyType },
): string | null {
  if (gst_category === 'unregistered') return 'The vendor is not registered and charges no tax';
  if (gst_category === 'composition') return 'The vendor pays tax by composition and charges none';
  return isExport(supply_type) ? 'The vendor is abroad and charges no tax' : null;
}
