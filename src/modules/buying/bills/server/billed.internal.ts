import type { Write } from '~/kit/server/database/context';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { valuePurchases } from '~/modules/buying/goods-receipts/server/goods-receipts.service';
import {
  followPurchaseLines,
  lockPurchaseLines,
} from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import type { WholeBill } from '../bills.fields';
import { listChargedReceipts } from './ordered.queries';

/** Locks the orders of these lines. Orders come before bills, bills before products. */
export async function lockOrders(write: Write, purchaseLineIds: readonly number[]): Promise<void> {
  if (purchaseLineIds.length > 0) await lockPurchaseLines(write.trx, purchaseLineIds);
}

type Billed = Pick<WholeBill, 'id' | 'voucher_number' | 'items' | 'charges'>;

/** Adds what a bill charges for to its ordered lines, or takes it off, and values their goods again (docs/product/bills.md#value). */
export async function followBilled(write: Write, bill: Billed, sign: 1 | -1): Promise<void> {
  const billed = new Map<number, number>();
  for (const { purchase_line_id: id, quantity } of bill.items)
    if (id !== null) billed.set(id, sumOfQuantities([billed.get(id) ?? 0, quantity ?? 0]));
  const ids = [...billed.keys()];
  const lines = ids.length > 0 ? await lockPurchaseLines(write.trx, ids) : [];
  await followPurchaseLines(
    write,
    lines.map(({ id, billed_quantity }) => {
      const quantity = billed.get(id) ?? 0;
      const after =
        sign === 1
          ? sumOfQuantities([billed_quantity, quantity])
          : restOfQuantity(billed_quantity, quantity);
      return { id, billed_quantity: after };
    }),
  );
  await valueBilled(write, bill, ids);
}

/** Values the goods of ordered lines again, and those that the charges of a bill are for. */
export async function valueBilled(
  write: Write,
  { id, voucher_number: label, charges }: Pick<Billed, 'id' | 'voucher_number' | 'charges'>,
  purchaseLineIds: readonly number[],
): Promise<void> {
  const receiptIds = charges.flatMap(({ goods_receipt_ids }) => goods_receipt_ids);
  const receipts = receiptIds.length > 0 ? await listChargedReceipts(write.trx, receiptIds) : [];
  const charged = receipts.flatMap(({ purchase_line_ids }) => purchase_line_ids);
  const ids = [...new Set([...purchaseLineIds, ...charged])];
  if (ids.length > 0) await valuePurchases(write, ids, { type: 'bill', id, label });
}
