import type { Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { repriceMoves } from '~/modules/catalogue/products/stock/server/bought-stock.service';
import { lockStocks } from '~/modules/catalogue/products/stock/server/stock.service';
import { billedOf, matchGoods, spreadCharge } from '../matching.rules';
import {
  listOrdered,
  listPurchaseLines,
  listValued,
  type ValuedLine,
  writeBilled,
  writeValues,
} from './goods-receipts.queries';
import { type BilledCharge, type BilledLine, purchaseBilling } from './purchase-billing.service';

/** Received goods with all that says what they are worth. */
interface Valued {
  /** By their moments. */
  lines: readonly ValuedLine[];
  charges: readonly BilledCharge[];
  billed: readonly BilledLine[];
  ordered: ReadonlyMap<number, { quantity: number; value: number }>;
}

/** Reads lines of orders with those that share a charge with them, directly or through others. */
async function readValued(trx: Transaction, purchaseLines: readonly number[]): Promise<Valued> {
  const billing = purchaseBilling.get();
  let ids = [...new Set(purchaseLines)];
  for (;;) {
    const lines = await listValued(trx, ids);
    const receipts = [...new Set(lines.map((line) => line.goods_receipt_id))];
    const charges = receipts.length > 0 ? await billing.listCharges(trx, receipts) : [];
    const charged = [...new Set(charges.flatMap((charge) => charge.goods_receipt_ids))];
    const reached = charged.length > 0 ? await listPurchaseLines(trx, charged) : [];
    const all = [...new Set([...ids, ...reached])];
    if (all.length === ids.length) {
      const [billed, ordered] = await Promise.all([
        billing.listBilled(trx, ids),
        listOrdered(trx, ids),
      ]);
      return { lines, charges, billed, ordered: new Map(ordered.map((each) => [each.id, each])) };
    }
    ids = all;
  }
}

/** What each received line is worth, in rupees; of a return, below 0, what the vendor owes. */
function valuesOf({ lines, charges, billed, ordered }: Valued): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (const id of new Set(lines.map((line) => line.purchase_line_id))) {
    const own = lines.filter((line) => line.purchase_line_id === id);
    const matched = matchGoods({
      ordered: ordered.get(id) ?? { quantity: 1, value: 0 },
      accepted: own.filter(({ kind, quantity }) => kind === 'receipt' && quantity > 0),
      billed: billed.filter((bill) => bill.purchase_line_id === id),
      returned: own.flatMap(({ of_line_id, ...line }) =>
        of_line_id === null ? [] : [{ ...line, of_line_id }],
      ),
    });
    for (const { id: line } of own) values.set(line, 0);
    for (const each of matched.accepted) values.set(each.id, each.value);
    for (const each of matched.returned) values.set(each.id, fromPaise(-toPaise(each.value)));
  }
  const goods = lines.filter(
    ({ kind, product_id, quantity }) => kind === 'receipt' && product_id !== null && quantity > 0,
  );
  const spread = charges.map(({ amount, goods_receipt_ids }) => {
    const own = goods.filter((line) => goods_receipt_ids.includes(line.goods_receipt_id));
    return spreadCharge(
      amount,
      own.map(({ id, quantity }) => ({ id, quantity, value: values.get(id) ?? 0 })),
    );
  });
  for (const [id, share] of spread.flatMap((each) => [...each]))
    values.set(id, fromPaise(toPaise(values.get(id) ?? 0) + toPaise(share)));
  return values;
}

/** Notes which receipts met a bill. */
async function followBills(trx: Transaction, { lines, billed }: Valued): Promise<void> {
  const met = new Map<number, boolean>();
  for (const id of new Set(lines.map((line) => line.purchase_line_id))) {
    const own = lines.filter((line) => line.purchase_line_id === id && line.kind === 'receipt');
    const matched = billedOf(
      own,
      billed.filter((bill) => bill.purchase_line_id === id),
    );
    for (const line of own) {
      const isBilled = (matched.get(line.id) ?? 0) > 0;
      met.set(line.goods_receipt_id, (met.get(line.goods_receipt_id) ?? false) || isBilled);
    }
  }
  await writeBilled(
    trx,
    [...met].map(([id, is_billed]) => ({ id, is_billed })),
  );
}

/** A document that changes what goods are worth. */
export interface ValuedBy {
  type: 'goods_receipt' | 'bill' | 'purchase_order';
  id: number;
  label: string;
}

const nouns = { goods_receipt: 'Receipt', bill: 'Bill', purchase_order: 'Order' } as const;

/**
 * What received goods of these lines of orders are worth now. The goods of `moving`, which move in the same transaction,
 * get their value by their movements; all others are valued again (docs/product/goods-receipts.md#value).
 */
export async function valueGoods(
  write: Write,
  purchaseLines: readonly number[],
  { by, moving = null }: { by: ValuedBy; moving?: number | null },
): Promise<ReadonlyMap<number, number>> {
  const { trx } = write;
  const held = (await readValued(trx, purchaseLines)).lines.flatMap(
    (line) => line.product_id ?? [],
  );
  if (held.length > 0) await lockStocks(trx, held);
  const valued = await readValued(trx, purchaseLines);
  const values = valuesOf(valued);
  const changed = valued.lines.filter(({ id, value }) => value !== values.get(id));
  await writeValues(
    trx,
    changed.map(({ id }) => ({ id, value: values.get(id) ?? 0 })),
  );
  await followBills(trx, valued);
  await purchaseBilling.get().followAccepted(write, purchaseLines);
  const lines = changed.flatMap(({ id, goods_receipt_id, product_id, value }) => {
    if (product_id === null || goods_receipt_id === moving) return [];
    const [before, after] = [value ?? 0, values.get(id) ?? 0];
    return [{ document: goods_receipt_id, line: id, productId: product_id, before, value: after }];
  });
  const { type, id, label } = by;
  const reason = `${nouns[type]} ${label}`;
  const refusesClosed = type === 'purchase_order';
  await repriceMoves(
    write,
    { type: 'goods_receipt', lines },
    { source: { type, id }, reason, refusesClosed },
  );
  return values;
}
