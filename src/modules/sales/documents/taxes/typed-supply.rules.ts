import { picked } from '~/kit/shared/fields/picked';
import { type SupplyParts, supplyNames } from './tax-changes.rules';

/** What a form holds of a document's supply; null is worked out, and the customer's default for an address. */
export type TypedSupply = Pick<SupplyParts, (typeof supplyNames)[number]>;

export const noTypedSupply: TypedSupply = {
  billing_address_id: null,
  shipping_address_id: null,
  supply_type: null,
  place_of_supply: null,
  reverse_charge: false,
};

export function typedSupply(document: TypedSupply): TypedSupply {
  return picked(document, supplyNames);
}

/** What a form holds of the supply of a stored document: a place that was not chosen is worked out again. */
export function storedSupply(stored: TypedSupply & Pick<SupplyParts, 'place_chosen'>): TypedSupply {
  const supply = typedSupply(stored);
  return stored.place_chosen ? supply : { ...supply, place_of_supply: null };
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
