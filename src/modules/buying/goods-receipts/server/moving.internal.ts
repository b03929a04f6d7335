import type { Write } from '~/kit/server/database/context';
import { updateRecord } from '~/kit/server/database/write';
import { AppError, type Detail, enforce, invalid } from '~/kit/server/errors';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import { incomingLots } from '~/modules/catalogue/products/lots/server/lots.service';
import type { StockPart } from '~/modules/catalogue/products/stock/positions.rules';
import {
  lockStocks,
  momentOfDay,
  moveStocks,
  type Stock,
} from '~/modules/catalogue/products/stock/server/stock.service';
import { voidMoves } from '~/modules/catalogue/products/stock/server/bought-stock.service';
import { sharesOf } from '~/modules/catalogue/products/stock/value.rules';
import {
  followPurchaseLines,
  type lockPurchaseOrder,
} from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import { canReceive } from '~/modules/buying/purchase-orders/purchase-orders.rules';
import type { ReceiptItem, ReceiptWithItems } from '../goods-receipts.fields';
import { acceptedOf, canAccept, openAfter } from '../goods-receipts.rules';
import {
  goodsReceipts,
  listFollowed,
  listReturns,
  lockReceipt,
  type MovedLine,
  writeMoment,
  writeMovedLines,
} from './goods-receipts.queries';
import { purchaseBilling } from './purchase-billing.service';
import { valueGoods } from './valuing.internal';

type BeforeCount = 'included' | null | undefined;
type Order = Awaited<ReturnType<typeof lockPurchaseOrder>>;

/** The moment that a receipt counts for: the first of a past day, of a return the last one; null for now; 400 for a later day. */
export function momentOf(
  write: Write,
  { kind, receipt_date }: Pick<ReceiptWithItems, 'kind' | 'receipt_date'>,
  field = 'receipt_date',
): Promise<string | null> {
  return momentOfDay(write, receipt_date, { isFirst: kind === 'receipt', field });
}

/**
 * Moves the goods of a draft of a locked order (docs/product/goods-receipts.md#receiving): its numbers, what the order takes,
 * and what the goods are worth, all at once.
 */
export async function moveGoods(
  write: Write,
  id: number,
  { order, beforeCount }: { order: Order; beforeCount: BeforeCount },
): Promise<void> {
  const { trx, context } = write;
  const receipt = await lockReceipt(write, id);
  const { kind, items } = receipt;
  const at = await momentOf(write, receipt);
  if (kind === 'receipt') await enforceOpen(write, receipt, order);
  const location = await requireLocation(trx, receipt.location_id);
  const stocks = await lockStocks(
    trx,
    items.flatMap(({ product_id }) => product_id ?? []),
  );
  const settings = await getSettings(trx);
  const series = kind === 'receipt' ? 'goods_receipt' : 'vendor_return';
  const taken = await takeLegalNumber(trx, series, { day: receipt.receipt_date, settings });
  const moved = await readyLines(write, receipt, { order, stocks, number: taken.number });
  await writeMovedLines(trx, changedOf(moved, items));
  await updateRecord(write, goodsReceipts, {
    row: receipt,
    action: kind === 'receipt' ? 'received' : 'returned',
    values: {
      status: 'received',
      goods_receipt_number: taken.number,
      number_year: taken.year,
      number_sequence: taken.sequence,
    },
  });
  await writeMoment(trx, id, { at, now: context.now });
  await followOrder(write, receipt, { closed: moved, sign: 1, order });
  const purchaseLines = items.map((item) => item.purchase_line_id);
  const values = await valueGoods(write, purchaseLines, {
    by: { type: 'goods_receipt', id, label: taken.number },
    moving: id,
  });
  const lots = new Map(moved.map((line) => [line.id, line.lots]));
  const changes = stocks.map(({ id: productId }) => {
    const parts = items
      .filter((item) => item.product_id === productId)
      .flatMap((item) =>
        partsOf(item, { kind, lots: lots.get(item.id) ?? null, worth: values.get(item.id) ?? 0 }),
      )
      .map((part) => ({ ...part, location: location.id, at }));
    const onHand = sumOfQuantities(parts.map(({ quantity }) => quantity));
    return { productId, onHand, reserved: 0, parts };
  });
  await moveStocks(
    write,
    { changes: changes.filter(({ parts }) => parts.length > 0), stocks },
    {
      type: kind === 'receipt' ? 'purchase' : 'vendor_return',
      reason: `${kind === 'receipt' ? 'Receipt' : 'Return'} ${taken.number}`,
      source: { type: goodsReceipts.type, id },
      beforeCount,
    },
  );
}

/** Takes back what a receipt or a return moved, as if it had never been (docs/product/goods-receipts.md#cancelling). */
export async function takeGoodsBack(
  write: Write,
  receipt: Awaited<ReturnType<typeof lockReceipt>>,
  { order, beforeCount }: { order: Order; beforeCount: BeforeCount },
): Promise<void> {
  const { trx } = write;
  const { id, kind, items, goods_receipt_number: label } = receipt;
  if (kind === 'receipt') await refuseBilled(write, receipt);
  const returns = kind === 'receipt' ? await listReturns(trx, id) : [];
  if (returns.length > 0) {
    const [first] = returns;
    const message = `Goods of this receipt went back with ${first?.label}: cancel that first`;
    throw new AppError('goods_receipt.returned', message, {
      details: returns.map((record) => ({ message: `Return ${record.label}`, record })),
    });
  }
  await updateRecord(write, goodsReceipts, {
    row: receipt,
    action: 'cancelled',
    values: { status: 'cancelled' },
  });
  await offeringReturn(kind, () =>
    voidMoves(
      write,
      { type: goodsReceipts.type, id },
      {
        type: kind === 'receipt' ? 'purchase' : 'vendor_return',
        reason: `Cancelled ${kind} ${label}`,
        beforeCount,
      },
    ),
  );
  await followOrder(write, receipt, { closed: items, sign: -1, order });
  await valueGoods(
    write,
    items.map((item) => item.purchase_line_id),
    { by: { type: 'goods_receipt', id, label } },
  );
}

/** Goods of a receipt that are gone since cannot be taken back, but the rest can be returned. */
async function offeringReturn(
  kind: ReceiptWithItems['kind'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'stock.insufficient_later';
    if (kind !== 'receipt' || !isGone) throw error;
    const message = `${error.message}. Return the rest to the vendor instead.`;
    throw new AppError(error.code, message, { details: error.details ?? [] });
  }
}

/** 409 naming the bills that met goods of a receipt, or charge it. */
export async function refuseBilled(
  { trx }: Write,
  { id, goods_receipt_number }: Pick<ReceiptWithItems, 'id' | 'goods_receipt_number'>,
): Promise<void> {
  const bills = await purchaseBilling.get().listBills(trx, [id]);
  const [first] = bills;
  if (!first) return;
  const message = `${goods_receipt_number} is billed by ${first.label}: cancel the bill first, or return the goods`;
  throw new AppError('goods_receipt.billed', message, {
    details: bills.map((record) => ({ message: `Bill ${record.label}`, record })),
  });
}

/** 409 where the order is none yet, or takes no more of a line: all its lines of this receipt together. */
async function enforceOpen(
  { trx }: Write,
  { items }: ReceiptWithItems,
  order: Order,
): Promise<void> {
  enforce(canReceive(order));
  const record = { type: 'purchase_order', id: order.id, label: order.purchase_number };
  const { over_receipt_percent: percent } = await getSettings(trx);
  const details: Detail[] = order.items.flatMap((line) => {
    const own = items.filter((item) => item.purchase_line_id === line.id).map(acceptedOf);
    const verdict = canAccept(line, sumOfQuantities(own), percent);
    return verdict.ok ? [] : [{ message: verdict.message, record }];
  });
  const [first] = details;
  if (first) throw new AppError('goods_receipt.more_than_open', first.message, { details });
}

interface Ready {
  order: Order;
  stocks: readonly Stock[];
  number: string;
}

/** The lots that goods of each line come into or leave, and what it closes. */
async function readyLines(
  write: Write,
  { kind, items }: ReceiptWithItems,
  { order, stocks, number }: Ready,
): Promise<(MovedLine & { purchase_line_id: number })[]> {
  const open = new Map(order.items.map((line) => [line.id, openAfter(line, 0)]));
  const result: (MovedLine & { purchase_line_id: number })[] = [];
  for (const [index, item] of items.entries()) {
    const { id, purchase_line_id } = item;
    const left = Math.max(0, (open.get(purchase_line_id) ?? 0) - acceptedOf(item));
    const closed_quantity = kind === 'receipt' && item.closes ? sumOfQuantities([left]) : 0;
    open.set(purchase_line_id, sumOfQuantities([left, -closed_quantity]));
    const stock = stocks.find((each) => each.id === item.product_id);
    const isTracked =
      stock !== undefined && stock.tracking !== 'none' && (item.stock_quantity ?? 0) > 0;
    const lots = isTracked
      ? await lotsOf(write, item, { kind, stock, number: `${number}-${index + 1}`, index, order })
      : null;
    result.push({ id, purchase_line_id, lots, closed_quantity });
  }
  return result;
}

/** The lines whose lots or closed quantity are not as the draft has them, in the order of its items. */
function changedOf(moved: readonly MovedLine[], items: readonly ReceiptItem[]): MovedLine[] {
  return moved.filter(
    ({ lots, closed_quantity }, index) => lots ?? items[index]?.lots ?? closed_quantity > 0,
  );
}

async function lotsOf(
  write: Write,
  { lots, stock_quantity }: ReceiptItem,
  how: { kind: string; stock: Stock; number: string; index: number; order: Order },
): Promise<ReceiptItem['lots']> {
  const { kind, stock, number, index, order } = how;
  const quantity = stock_quantity ?? 0;
  const field = `items.${index}.lots`;
  if (kind === 'return') {
    if (!lots) throw invalid(field, `Please name the lots of "${stock.product_name}"`);
    return lots;
  }
  const named = lots ?? givenLots(stock, { number, quantity });
  const values = new Map(named.map((lot) => [lot.lot_number.toLowerCase(), lot]));
  const sent = named.map((lot) => ({
    ...(lot.lot_id === null ? { lot_number: lot.lot_number } : { lot_id: lot.lot_id }),
    quantity: lot.quantity,
  }));
  const came = await incomingLots(write, stock, { quantity, lots: sent, field }, (lot_number) => {
    const { made_on, expires_on, vendor_lot } = values.get(lot_number.toLowerCase()) ?? {};
    return { made_on, expires_on, vendor_lot, vendor_id: order.vendor_id };
  });
  return came.map((lot) => ({
    lot_id: lot.id,
    lot_number: lot.lot_number,
    quantity: lot.quantity,
  }));
}

/** The lots of goods that came without a number: `{document number}-{line}`, serial numbers counted from 1. */
function givenLots(
  { tracking }: Pick<Stock, 'tracking'>,
  { number, quantity }: { number: string; quantity: number },
): NonNullable<ReceiptItem['lots']> {
  if (tracking === 'lot' || quantity === 1) return [{ lot_id: null, lot_number: number, quantity }];
  return Array.from({ length: quantity }, (_, index) => ({
    lot_id: null,
    quantity: 1,
    lot_number: `${number}-${index + 1}`,
  }));
}

/** The movements of a line: one a lot, with its share of the worth. */
function partsOf(
  { id, stock_quantity }: ReceiptItem,
  { kind, lots, worth }: { kind: string; lots: ReceiptItem['lots']; worth: number },
): Omit<StockPart, 'location'>[] {
  const quantity = stock_quantity ?? 0;
  if (quantity === 0) return [];
  const sign = kind === 'receipt' ? 1 : -1;
  const own = lots ?? [{ lot_id: null, quantity }];
  const weights = own.map((lot) => lot.quantity);
  const shares = sharesOf(worth, weights);
  return own.map((lot, index) => ({
    lot: lot.lot_id,
    quantity: sign * lot.quantity,
    worth: shares[index] ?? 0,
    line: id,
  }));
}

/** Writes to the order what its lines have received, and what this document closes or opens again. */
async function followOrder(
  write: Write,
  { items }: ReceiptWithItems,
  how: {
    closed: readonly { purchase_line_id: number; closed_quantity: number }[];
    sign: 1 | -1;
    order: Order;
  },
): Promise<void> {
  const followed = await listFollowed(
    write.trx,
    items.map((item) => item.purchase_line_id),
  );
  const rows = followed.map((line) => {
    const own = how.closed.filter((each) => each.purchase_line_id === line.id);
    const before = how.order.items.find((each) => each.id === line.id)?.closed_quantity ?? 0;
    const change = own.map((each) => how.sign * each.closed_quantity);
    return { ...line, closed_quantity: Math.max(0, sumOfQuantities([before, ...change])) };
  });
  await followPurchaseLines(write, rows);
}
