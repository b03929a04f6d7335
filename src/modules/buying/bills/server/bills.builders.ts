import { randomUUID } from 'node:crypto';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { ReceiptWithItems } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { WholeBill } from '../bills.fields';

/** A bill of 2 pieces at ₹500 without a product, of a new vendor unless one is sent. */
export async function billBody(caller: Caller, values: object = {}): Promise<object> {
  const isSent = 'vendor_id' in values;
  return {
    ...(isSent ? {} : { vendor_id: (await makeVendor(caller)).id }),
    bill_number: `INV/${randomUUID().slice(0, 12)}`,
    items: [{ description: 'Machine service', quantity: 2, unit_price: 500 }],
    ...values,
  };
}

export async function makeBill(caller: Caller, values: object = {}): Promise<WholeBill> {
  return makeRecord(caller, '/bills', await billBody(caller, values));
}

/** An order of 10 pieces at 100.00, of which `came` are received, and the calls that receive and bill more of it. */
export async function makeBillable(
  caller: Caller,
  came = 10,
  { item = {}, ...values }: { item?: object; status?: string } = {},
) {
  const product = await makeProduct(caller, { cost_price: null, stock_quantity: 0 });
  const vendor = await makeVendor(caller);
  const order = await makeRecord<PurchaseOrderWithItems>(caller, '/purchase-orders', {
    vendor_id: vendor.id,
    status: 'ordered',
    items: [{ product_id: product.id, quantity: 10, unit_price: 100, ...item }],
    ...values,
  });
  const line = order.items[0]?.id ?? 0;
  const receive = async (quantity: number, more: object = {}) =>
    makeRecord<ReceiptWithItems>(caller, '/goods-receipts', {
      purchase_order_id: order.id,
      status: 'received',
      items: [{ purchase_line_id: line, quantity }],
      ...more,
    });
  const receipt = came > 0 ? await receive(came) : null;
  const bill = async (quantity: number, more: object = {}, of: object = {}) => {
    const items = [{ purchase_line_id: line, quantity, ...of }];
    const values = { vendor_id: vendor.id, items, status: 'open', ...more };
    return caller.post<WholeBill>('/bills', await billBody(caller, values));
  };
  return { product, vendor, order, line, receive, receipt, bill };
}
