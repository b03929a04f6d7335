import type { Db } from '~/kit/server/database/db';
import { invalid } from '~/kit/server/errors';
import type { Buyer } from '~/modules/sales/documents/taxes/taxation.rules';
import { type AddressChoice, findTaxParty } from './customers.queries';

interface Named {
  billing_address_id: AddressChoice;
  shipping_address_id: AddressChoice;
}

/**
 * The buyer of a document with the addresses that it names, those of the customer's own; undefined is the default one.
 * 400 for an address of someone else.
 */
export async function findBuyer(
  db: Db,
  customerId: number,
  { billing_address_id, shipping_address_id }: Named,
): Promise<Buyer> {
  const buyer = await findTaxParty(db, customerId, {
    billing: billing_address_id,
    shipping: shipping_address_id,
  });
  if (!buyer) throw invalid('customer_id', 'Customer not found');
  const chosen = [
    ['billing_address_id', billing_address_id, buyer.billing],
    ['shipping_address_id', shipping_address_id, buyer.shipping],
  ] as const;
  for (const [field, id, found] of chosen) {
    if (typeof id === 'number' && !found)
      throw invalid(field, 'Address not found for this customer');
  }
  return buyer;
}
