import type { Write } from '~/kit/server/database/context';
import type { ReceiptWithItems } from '../goods-receipts.fields';
import type { NewReceipt } from '../requests.schema';
import { addReceipt } from './goods-receipts.actions';
import { type ValuedBy, valueGoods } from './valuing.internal';

export { purchaseBilling } from './purchase-billing.service';
export type { BilledCharge, BilledLine } from './purchase-billing.service';

/** Receives goods at once, of an order or with one that is made along (docs/product/goods-receipts.md#receiving). */
export function receiveGoods(
  write: Write,
  sent: Omit<NewReceipt, 'status'>,
): Promise<ReceiptWithItems> {
  return addReceipt(write, { ...sent, status: 'received' });
}

/**
 * Values all receipts and returns of these lines of orders again, in one go, because `by` changed what is billed
 * (docs/product/goods-receipts.md#value). Their orders are to be locked before.
 */
export async function valuePurchases(
  write: Write,
  purchaseLines: readonly number[],
  by: ValuedBy,
): Promise<void> {
  if (purchaseLines.length > 0) await valueGoods(write, purchaseLines, { by });
}
