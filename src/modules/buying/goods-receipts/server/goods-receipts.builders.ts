import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { ReceiptWithItems } from '../goods-receipts.fields';

/** Goods of a new product, which came from a new vendor without an order: 4 at 25.00. */
export async function goodsReceiptBody(caller: Caller, values: object = {}) {
  const isOrdered = 'purchase_order_id' in values || 'items' in values;
  const product_id = isOrdered ? 0 : (await makeProduct(caller)).id;
  return {
    ...('purchase_order_id' in values || 'vendor_id' in values
      ? {}
      : { vendor_id: (await makeVendor(caller)).id }),
    items: [{ product_id, quantity: 4, unit_cost: 25 }],
    ...values,
  };
}

export async function makeGoodsReceipt(
  caller: Caller,
  values: object = {},
): Promise<ReceiptWithItems> {
  return makeRecord(caller, '/goods-receipts', await goodsReceiptBody(caller, values));
}
