import type { Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { addPurchaseOrder } from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import { isBought } from '../bills.rules';
import type { NewItem } from '../requests.schema';
import type { ComposedBill } from './composing.internal';
import { receiveGoods } from '~/modules/buying/goods-receipts/server/goods-receipts.service';

/** 400 for lots of goods that do not come with the bill. */
export function refuseOtherLots(sent: readonly NewItem[], receive: boolean): void {
  const index = sent.findIndex((item) => item.lots?.length && !(receive && isBought(item)));
  if (index < 0) return;
  const message = 'Lots are named where the bill receives the goods';
  throw invalid(`items.${index}.lots`, `Item ${index + 1}: ${message}`);
}

/**
 * Orders and receives the products of a bill that name no ordered line, as a cash purchase (docs/product/bills.md#receive);
 * they name the lines of that order from then on. Lots are those of `sent`, which has the same lines. 400 where there are none.
 */
export async function receiveAlong(
  write: Write,
  { values, items }: ComposedBill,
  sent: readonly NewItem[],
): Promise<ReadonlySet<number>> {
  const bought = items.flatMap((item, index) =>
    isBought(item) ? { item, lots: sent[index]?.lots } : [],
  );
  if (bought.length === 0)
    throw invalid('receive', 'The bill has no products that are not ordered yet');
  const { vendor_id, bill_date, reverse_charge, tax_rate } = values;
  const order = await addPurchaseOrder(
    write,
    {
      vendor_id,
      order_date: bill_date,
      reverse_charge,
      ...(values.tax_mode === 'single' ? { tax_rate } : {}),
      items: bought.map(({ item }) => ({
        product_id: item.product_id,
        description: item.description,
        quantity: item.quantity,
        unit: item.unit,
        unit_price: item.unit_price,
        // The order has no discount on all lines.
        discount_amount: sumOf([item.discount_amount, item.discount_share]),
        tax_class_id: item.tax_class_id,
        hsn_code: item.hsn_code,
      })),
    },
    { status: 'ordered', reason: 'Created by Bill' },
  );
  await receiveGoods(write, {
    purchase_order_id: order.id,
    receipt_date: bill_date,
    items: order.items.map(({ id, quantity }, index) => ({
      purchase_line_id: id,
      quantity,
      lots: bought[index]?.lots,
    })),
  });
  bought.forEach(({ item }, index) => {
    item.purchase_line_id = order.items[index]?.id ?? null;
  });
  values.purchase_order_id ??= order.id;
  return new Set(order.items.map(({ id }) => id));
}
