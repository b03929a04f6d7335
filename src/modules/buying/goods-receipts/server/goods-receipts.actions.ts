import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { deleteRecord, insertWhole, updateWhole } from '~/kit/server/database/write';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import {
  addPurchaseOrder,
  lockPurchaseOrder,
} from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import { canReceive } from '~/modules/buying/purchase-orders/purchase-orders.rules';
import {
  type GoodsReceipt,
  receiptHeader,
  type ReceiptItem,
  type ReceiptWithItems,
} from '../goods-receipts.fields';
import { canDelete, canEdit, canTakeStatus } from '../goods-receipts.rules';
import type { NewReceipt, ReceiptPatch, SentItem } from '../requests.schema';
import {
  findOrderOf,
  getReceipt,
  goodsReceipts,
  openReceipt,
  refuseClosed,
  receiptLines,
  writeUnitCosts,
} from './goods-receipts.queries';
import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { chosenItems } from './items.internal';
import { moveGoods, momentOf, refuseBilled, takeGoodsBack } from './moving.internal';
import { valueGoods } from './valuing.internal';

export type Order = Awaited<ReturnType<typeof lockPurchaseOrder>>;

/** A receipt as the calls that move goods answer it. */
export type MovedReceipt = ReceiptWithItems & Revalued;

/** Makes a receipt: a draft, or received at once, for which one needs the right to update too. */
export async function createReceipt(context: Context, sent: NewReceipt): Promise<MovedReceipt> {
  if (sent.status === 'received') enforce(mayHere(context.person, 'goods_receipts.update'));
  return context.write(async (write) => withRevalued(write, await addReceipt(write, sent)));
}

/** Makes a receipt in the caller's transaction; without an order it makes that along. */
export async function addReceipt(write: Write, sent: NewReceipt): Promise<ReceiptWithItems> {
  const { trx, context } = write;
  const receipt_date = sent.receipt_date ?? (await companyToday(write));
  await momentOf(write, { kind: 'receipt', receipt_date });
  if (sent.location_id) await requireLocation(trx, sent.location_id);
  const { order, isNew } = await orderOf(write, sent, receipt_date);
  if (sent.vendor_id && sent.vendor_id !== order.vendor_id)
    throw invalid('vendor_id', 'The purchase order belongs to another vendor');
  enforce(canReceive(order));
  const items = await chosenItems(write, sent.items, { order, isNew });
  const values = {
    ...picked(sent, receiptHeader),
    location_id: sent.location_id ?? order.location_id,
    receipt_date,
    purchase_order_id: order.id,
    vendor_id: order.vendor_id,
    item_count: items.length,
    rejected_count: rejectedOf(items),
    ...createdBy(context),
  };
  const lines = receiptLines.insert(items);
  const { record } = await insertWhole<typeof goodsReceipts.fields, never>(
    write,
    goodsReceipts,
    values,
    lines,
  );
  if (sent.status === 'received')
    await moveGoods(write, record.id, { order, beforeCount: sent.before_count });
  return getReceipt(trx, record.id);
}

/** The locked order that goods come for, created along where they name only a vendor. */
async function orderOf(
  write: Write,
  { purchase_order_id, vendor_id, items, location_id }: NewReceipt,
  order_date: string,
): Promise<{ order: Order; isNew: boolean }> {
  if (purchase_order_id) return { order: await findOrder(write, purchase_order_id), isNew: false };
  if (!vendor_id) throw invalid('purchase_order_id', 'Please select a purchase order or a vendor');
  const { price_decimals } = await getSettings(write.trx);
  const lines = items.map((item, index) => orderedLine(item, { index, decimals: price_decimals }));
  const created = await addPurchaseOrder(
    write,
    { vendor_id, order_date, location_id: location_id ?? null, items: lines },
    { status: 'ordered', reason: 'Created by Receipt' },
  );
  return { order: await lockPurchaseOrder(write, created.id), isNew: true };
}

async function findOrder(write: Write, id: number): Promise<Order> {
  try {
    return await lockPurchaseOrder(write, id);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'record.not_found')
      throw invalid('purchase_order_id', 'Purchase order not found');
    throw error;
  }
}

/** A typed cost may be finer than the prices of orders; the goods are worth it all the same. */
function orderedLine(item: SentItem, { index, decimals }: { index: number; decimals: number }) {
  const { product_id, quantity, unit, stock_quantity, unit_cost, unit_price, rejected_quantity } =
    item;
  const field = `items.${index}.product_id`;
  if (!product_id) throw invalid(field, `Item ${index + 1}: Please select a product`);
  const cost = typeof unit_cost === 'number' ? Number(unit_cost.toFixed(decimals)) : null;
  const price = unit_price ?? cost;
  const isWhole = !rejected_quantity && stock_quantity;
  return {
    product_id,
    quantity,
    ...(unit ? { unit } : {}),
    ...(isWhole ? { stock_quantity } : {}),
    ...(price === null ? {} : { unit_price: price }),
  };
}

function rejectedOf(items: readonly Pick<ReceiptItem, 'rejected_quantity'>[]): number {
  return items.filter(({ rejected_quantity }) => rejected_quantity > 0).length;
}

/** The receipt, locked after its order, as all who write both lock them. */
export async function openWithOrder(
  write: Write,
  id: number,
  seen?: string,
): Promise<{ receipt: Locked<ReceiptWithItems>; order: Order }> {
  const orderId = await findOrderOf(write.trx, id);
  if (orderId === null) throw notFound(goodsReceipts.noun);
  const order = await lockPurchaseOrder(write, orderId);
  return { order, receipt: await openReceipt(write, id, seen) };
}

/** Changes a draft; of received goods challan, vehicle, notes and costs (docs/product/goods-receipts.md#what-may-change). */
export async function updateReceipt(
  context: Context,
  id: number,
  { updated_at: seen, items: sent, ...patch }: ReceiptPatch,
): Promise<MovedReceipt> {
  return context.write(async (write, trx) => {
    const { receipt, order } = await openWithOrder(write, id, seen);
    const changed = receiptHeader.filter(
      (name) => patch[name] !== undefined && patch[name] !== receipt[name],
    );
    const isDraft = receipt.status === 'draft';
    const costs = sent && !isDraft ? changedCosts(receipt, sent) : [];
    enforce(canEdit(receipt, [...changed, ...(costs === null ? ['items'] : [])]));
    if (costs && costs.length > 0) enforce(canEdit(receipt, ['unit_cost']));
    const header = picked(patch, changed);
    if (header.location_id) await requireLocation(trx, header.location_id);
    if (header.receipt_date)
      await momentOf(write, { kind: 'receipt', receipt_date: header.receipt_date });
    const items = sent && isDraft ? await chosenItems(write, sent, { order, isNew: false }) : null;
    const counts = items ? { item_count: items.length, rejected_count: rejectedOf(items) } : {};
    await updateWhole<typeof goodsReceipts.fields, never>(
      write,
      goodsReceipts,
      { row: receipt, values: { ...header, ...counts } },
      items
        ? {
            parts: receiptLines.replace(items),
            before: { items: receipt.items.map(shortItem) },
            after: { items: items.map(shortItem) },
          }
        : undefined,
    );
    if (costs && costs.length > 0) await changeCosts(write, receipt, costs);
    return withRevalued(write, await getReceipt(trx, id));
  });
}

function shortItem({
  description,
  quantity,
  unit,
}: Pick<ReceiptItem, 'description' | 'quantity' | 'unit'>) {
  return { description, quantity, unit };
}

interface NewCost {
  id: number;
  unit_cost: number | null;
}

const fixedNames = [
  'product_id',
  'purchase_line_id',
  'quantity',
  'stock_quantity',
  'reject_reason',
] as const;

/** The costs that a request changes of lines that came; null where it changes something else of them. */
function changedCosts(
  { items }: ReceiptWithItems,
  sent: readonly SentItem[],
): readonly NewCost[] | null {
  const costs: NewCost[] = [];
  for (const [index, each] of sent.entries()) {
    const own = items.find((item) => item.id === each.id) ?? items[index];
    const isOther =
      own === undefined ||
      fixedNames.some((name) => each[name] !== undefined && each[name] !== own[name]) ||
      (each.rejected_quantity ?? own.rejected_quantity) !== own.rejected_quantity ||
      (each.closes ?? own.closes) !== own.closes ||
      !isSameLots(each.lots, own.lots);
    if (isOther) return null;
    if (each.unit_cost !== undefined && each.unit_cost !== own.unit_cost)
      costs.push({ id: own.id, unit_cost: each.unit_cost });
  }
  return sent.length === items.length ? costs : null;
}

/** Whether a request names no lots, or those that the line has. */
function isSameLots(sent: SentItem['lots'], own: ReceiptItem['lots']): boolean {
  if (!sent) return true;
  if (sent.length !== (own ?? []).length) return false;
  return sent.every(({ lot_id, lot_number = '', quantity }, index) => {
    const lot = own?.[index];
    const isSame =
      lot_id === lot?.lot_id || lot_number.trim().toLowerCase() === lot?.lot_number.toLowerCase();
    return isSame && (quantity ?? lot?.quantity) === lot?.quantity;
  });
}

async function changeCosts(
  write: Write,
  receipt: ReceiptWithItems,
  costs: readonly NewCost[],
): Promise<void> {
  const { id, goods_receipt_number: label, items } = receipt;
  await refuseBilled(write, receipt);
  await refuseClosed(write.trx, id);
  await writeUnitCosts(write.trx, costs);
  const lines = items.filter((item) => costs.some((cost) => cost.id === item.id));
  await valueGoods(
    write,
    lines.map((item) => item.purchase_line_id),
    { by: { type: 'goods_receipt', id, label } },
  );
}

interface StatusChange {
  status: GoodsReceipt['status'];
  before_count?: 'included' | null | undefined;
  updated_at?: string | undefined;
}

/** Receives the goods of a draft, or takes back those that came (docs/product/goods-receipts.md#status). */
export async function setReceiptStatus(
  context: Context,
  id: number,
  change: StatusChange,
): Promise<MovedReceipt> {
  return context.write(async (write) => withRevalued(write, await moveReceipt(write, id, change)));
}

export async function moveReceipt(
  write: Write,
  id: number,
  { status, before_count: beforeCount, updated_at: seen }: StatusChange,
): Promise<ReceiptWithItems> {
  const { receipt, order } = await openWithOrder(write, id, seen);
  enforce(canTakeStatus(receipt, status));
  if (status === receipt.status) return receipt;
  await (status === 'received'
    ? moveGoods(write, id, { order, beforeCount })
    : takeGoodsBack(write, receipt, { order, beforeCount }));
  return getReceipt(write.trx, id);
}

export async function deleteReceipt(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const { receipt } = await openWithOrder(write, id);
    enforce(canDelete(receipt));
    const { items: _items, ...row } = receipt;
    await deleteRecord(write, goodsReceipts, { row });
    return { id };
  });
}
