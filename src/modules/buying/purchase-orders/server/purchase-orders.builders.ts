import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { PurchaseOrderWithItems } from '../purchase-orders.fields';

/** An order of 4 pieces of a new product at 25.00 to a new vendor; with `values` in place of these. */
export async function purchaseBody(caller: Caller, values: object = {}): Promise<object> {
  const product_id = 'items' in values ? 0 : (await makeProduct(caller)).id;
  return {
    vendor_id: 'vendor_id' in values ? 0 : (await makeVendor(caller)).id,
    items: [{ product_id, quantity: 4, unit_price: 25 }],
    ...values,
  };
}

export async function makePurchaseOrder(
  caller: Caller,
  values: object = {},
): Promise<PurchaseOrderWithItems> {
  return makeRecord(caller, '/purchase-orders', await purchaseBody(caller, values));
}
