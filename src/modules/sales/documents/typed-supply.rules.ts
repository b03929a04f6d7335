import type { SupplyType } from '~/modules/catalogue/tax/supply.rules';
import type { SupplyParts } from './tax-changes.rules';

/** What a form holds of a document's supply; null is worked out, and the customer's default for an address. */
export interface TypedSupply {
  billing_address_id: number | null;
  shipping_address_id: number | null;
  supply_type: SupplyType | null;
  place_of_supply: string | null;
  reverse_charge: boolean;
}

export const noTypedSupply: TypedSupply = {
  billing_address_id: null,
  shipping_address_id: null,
  supply_type: null,
  place_of_supply: null,
  reverse_charge: false,
};

export function typedSupply(document: Omit<SupplyParts, 'customer_id' | 'tax_mode'>): TypedSupply {
  const { billing_address_id, shipping_address_id, supply_type, place_of_supply } = document;
  const { reverse_charge } = document;
  return { billing_address_id, shipping_address_id, supply_type, place_of_supply, reverse_charge };
}

/** What a request says of the supply: an address that was not chosen is left to the server. */
export function sentSupply(typed: TypedSupply) {
  const { billing_address_id, shipping_address_id, ...supply } = typedSupply(typed);
  return {
    ...supply,
    ...(billing_address_id === null ? {} : { billing_address_id }),
    ...(shipping_address_id === null ? {} : { shipping_address_id }),
  };
}
