import type { Db } from '~/kit/server/database/db';
import { taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import { addressesOf, sentSupply } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { supplyOf } from '~/modules/sales/documents/taxes/taxation.rules';
import type { Challan } from '../challans.fields';
import { findChallan, findDiversion, freezeChallan, type OwnSupply } from './challans.queries';

/** The place of supply and the tax of goods as their invoice will have them; null where their order's are those. */
export async function ownSupply(db: Db, id: number): Promise<OwnSupply | null> {
  const found = await findDiversion(db, id);
  if (!found) return null;
  const { order, seller, lut_number, shipping_address_id } = found;
  const sent = { shipping_address_id };
  const buyer = await findBuyer(db, order.customer_id, addressesOf(order, sent));
  const frame = { seller, hasLut: lut_number !== null, hasGoods: true };
  const supply = supplyOf(sentSupply(order, sent), buyer, frame);
  return { place_of_supply: supply.place_of_supply, split: taxSplitOf(supply, seller) };
}

/** All that the challan of a delivery says (docs/product/deliveries.md#challan). */
export async function readChallanOf(db: Db, id: number): Promise<Challan | null> {
  return findChallan(db, id, await ownSupply(db, id));
}

/** Keeps what the challan of a dispatched delivery says, unless it is kept already. */
export async function keepChallan(db: Db, id: number): Promise<void> {
  await freezeChallan(db, id, await ownSupply(db, id));
}
