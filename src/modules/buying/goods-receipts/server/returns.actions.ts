import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { insertWhole } from '~/kit/server/database/write';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import { existingLots } from '~/modules/catalogue/products/lots/server/lots.service';
import {
  lockStocks,
  refuseFiner,
  type Stock,
} from '~/modules/catalogue/products/stock/server/stock.service';
import type { ReceiptItem, ReceiptWithItems } from '../goods-receipts.fields';
import { acceptedOf, canReturn, stockOf } from '../goods-receipts.rules';
import type { NewReturn } from '../requests.schema';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { type MovedReceipt, openWithOrder } from './goods-receipts.actions';
import {
  getReceipt,
  goodsReceipts,
  listReturnedBefore,
  type NewItem,
  receiptLines,
  type ReturnedBefore,
} from './goods-receipts.queries';
import { moveGoods, momentOf } from './moving.internal';

/** Sends received goods back, at once, by a separate document (docs/product/goods-receipts.md#returns). */
export async function returnGoods(
  context: Context,
  id: number,
  sent: NewReturn,
): Promise<MovedReceipt> {
  return context.write(async (write) => withRevalued(write, await addReturn(write, id, sent)));
}

export async function addReturn(
  write: Write,
  id: number,
  sent: NewReturn,
): Promise<ReceiptWithItems> {
  const { trx, context } = write;
  const { receipt, order } = await openWithOrder(write, id);
  enforce(canReturn(receipt));
  const receipt_date = sent.return_date ?? (await companyToday(write));
  await momentOf(write, { kind: 'return', receipt_date }, 'return_date');
  if (receipt_date < receipt.receipt_date)
    throw invalid('return_date', 'Goods cannot go back before they came');
  if (sent.location_id) await requireLocation(trx, sent.location_id);
  const items = await returnedItems(write, receipt, sent);
  const { reason = null, notes = null, vehicle_number = null, before_count } = sent;
  const { record } = await insertWhole<typeof goodsReceipts.fields, never>(
    write,
    goodsReceipts,
    {
      kind: 'return',
      purchase_order_id: receipt.purchase_order_id,
      vendor_id: receipt.vendor_id,
      location_id: sent.location_id ?? receipt.location_id,
      receipt_date,
      reason,
      notes,
      vehicle_number,
      item_count: items.length,
      ...createdBy(context),
    },
    receiptLines.insert(items),
  );
  await moveGoods(write, record.id, { order, beforeCount: before_count });
  return getReceipt(trx, record.id);
}

async function returnedItems(
  write: Write,
  receipt: ReceiptWithItems,
  { items: sent, replace = false }: NewReturn,
): Promise<NewItem[]> {
  const { trx } = write;
  refuseMore(receipt, sent);
  const before = await listReturnedBefore(
    trx,
    receipt.items.map(({ id }) => id),
  );
  const stocks = await lockStocks(
    trx,
    receipt.items.flatMap(({ product_id }) => product_id ?? []),
  );
  const result: NewItem[] = [];
  for (const [index, item] of sent.entries()) {
    const line = receipt.items.find(({ id }) => id === item.line_id);
    if (!line) continue;
    const stock = stocks.find(({ id }) => id === line.product_id);
    const stored = { ...line, of_line_id: line.id, is_replaced: replace, unit_cost: null };
    const { id: _id, sku_code: _sku, value: _value, returned_quantity: _returned, ...own } = stored;
    const { closed_quantity: _closed, ...rest } = own;
    const earlier = [
      ...before.filter(({ of_line_id }) => of_line_id === line.id),
      ...result.flatMap(({ of_line_id, stock_quantity, lots }) =>
        of_line_id === line.id ? [{ of_line_id, stock_quantity, lots }] : [],
      ),
    ];
    const how = { line, stock, earlier, index };
    const stock_quantity = stock ? stockReturned(item, how) : null;
    result.push({
      ...rest,
      quantity: item.quantity,
      rejected_quantity: 0,
      reject_reason: null,
      closes: false,
      stock_quantity,
      lots: stock
        ? await lotsReturned(write, { ...item, stock_quantity }, { ...how, stock })
        : null,
    });
  }
  await refuseFiner(
    trx,
    result.map(({ product_id, stock_quantity }) => ({ product_id, quantity: stock_quantity ?? 0 })),
  );
  return result;
}

/** 400 for lines of another receipt, 409 where more goes back than was accepted and is still here. */
function refuseMore({ items }: ReceiptWithItems, sent: NewReturn['items']): void {
  for (const [index, { line_id }] of sent.entries()) {
    const line = items.find(({ id }) => id === line_id);
    if (!line)
      throw invalid(`items.${index}.line_id`, `Item ${index + 1}: The receipt has no such line`);
    const own = sent.filter((each) => each.line_id === line_id).map(({ quantity }) => quantity);
    const left = restOfQuantity(acceptedOf(line), line.returned_quantity);
    if (sumOfQuantities(own) <= left) continue;
    const message = `Only ${left} of "${line.description}" can go back`;
    throw new AppError('goods_receipt.more_than_accepted', message, { details: [{ message }] });
  }
}

interface Returning {
  line: ReceiptItem;
  earlier: readonly ReturnedBefore[];
  index: number;
}

/** What leaves stock: all that is left of the line with its last goods. */
function stockReturned(
  { quantity, stock_quantity }: NewReturn['items'][number],
  { line, stock, earlier, index }: Returning & { stock: Stock | undefined },
): number {
  const gone = sumOfQuantities(earlier.map((each) => each.stock_quantity ?? 0));
  const left = restOfQuantity(line.stock_quantity ?? 0, gone);
  const isLast = quantity === restOfQuantity(acceptedOf(line), line.returned_quantity);
  const came = { quantity: acceptedOf(line), stock_quantity: line.stock_quantity ?? 0 };
  const usual = isLast ? left : stockOf(quantity, came, stock?.unit_decimals ?? 3);
  const own = stock_quantity ?? Math.min(usual, left);
  if (own > 0 && own <= left) return own;
  throw invalid(
    `items.${index}.stock_quantity`,
    `Item ${index + 1}: Stock Quantity must be above 0 and at most ${left}`,
  );
}

/** The lots that leave: those that are named, else those that the line brought and that did not go back yet. */
async function lotsReturned(
  write: Write,
  {
    lots: sent,
    stock_quantity,
  }: { lots?: NewReturn['items'][number]['lots']; stock_quantity: number | null },
  { line, stock, earlier, index }: Returning & { stock: Stock },
): Promise<ReceiptItem['lots']> {
  const quantity = stock_quantity ?? 0;
  const field = `items.${index}.lots`;
  if (sent && sent.length > 0) {
    const found = await existingLots(write, stock, { quantity, lots: sent, field });
    return found.map((lot) => ({
      lot_id: lot.id,
      lot_number: lot.lot_number,
      quantity: lot.quantity,
    }));
  }
  if (stock.tracking === 'none') return null;
  const gone = earlier.flatMap(({ lots }) => lots ?? []);
  const result: NonNullable<ReceiptItem['lots']> = [];
  let missing = quantity;
  for (const lot of line.lots ?? []) {
    const back = gone.filter(({ lot_id }) => lot_id === lot.lot_id);
    const left = restOfQuantity(lot.quantity, sumOfQuantities(back.map((each) => each.quantity)));
    const taken = Math.min(left, missing);
    if (taken <= 0) continue;
    result.push({ lot_id: lot.lot_id, lot_number: lot.lot_number, quantity: taken });
    missing = restOfQuantity(missing, taken);
  }
  if (missing > 0) throw invalid(field, `Please name the lots of "${stock.product_name}"`);
  return result;
}
