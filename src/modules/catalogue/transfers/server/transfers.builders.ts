import { randomUUID } from 'node:crypto';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import {
  firstLocation,
  type Location,
} from '~/modules/catalogue/products/locations/locations.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TransferWithItems } from '../transfers.fields';

export function makeLocation(caller: Caller, kind: Location['kind'] = 'store'): Promise<Location> {
  return makeRecord(caller, '/locations', { name: `Hall ${randomUUID()}`, kind });
}

/** A transfer of 4 pieces of a product, 10 of which lie in the first location, to a new one. */
export async function transferBody(caller: Caller, values: object = {}) {
  const product = await makeProduct(caller, { stock_quantity: 10 });
  return {
    from_id: firstLocation,
    to_id: (await makeLocation(caller)).id,
    items: [{ product_id: product.id, quantity: 4 }],
    ...values,
  };
}

export async function makeTransfer(
  caller: Caller,
  values: object = {},
): Promise<TransferWithItems> {
  return makeRecord(caller, '/transfers', await transferBody(caller, values));
}
