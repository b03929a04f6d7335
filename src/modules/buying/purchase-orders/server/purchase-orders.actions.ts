import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { deleteRecord, insertWhole, updateRecord, updateWhole } from '~/kit/server/database/write';
import { AppError, enforce, refuseInvalid } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { dayOf } from '~/kit/shared/time/days';
import { announceUse } from '~/modules/organization/company/server/stock-uses.service';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import { isSameDiscount, sentDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import {
  changedLines,
  type NewLine,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import { bringTerms, holdVendor } from '~/modules/buying/vendors/server/vendors.service';
import { lockedLines, storedPurchaseLines } from '../purchase-lines.rules';
import {
  type PurchaseLine,
  type PurchaseOrder,
  purchaseOrderHeader,
  type PurchaseOrderWithItems,
} from '../purchase-orders.fields';
import {
  canClose,
  canDelete,
  canEdit,
  canTakeStatus,
  followedBy,
  headProblems,
  openOf,
} from '../purchase-orders.rules';
import type { NewPurchaseOrder, PurchaseOrderPatch } from '../requests.schema';
import { type DraftedLines, draftedLines } from './lines.internal';
import { receivedGoods } from './received-goods.service';
import {
  getPurchaseOrder,
  openPurchaseOrder,
  purchaseLines,
  purchaseOrders,
  writeProgress,
} from './purchase-orders.queries';

type Fields = typeof purchaseOrders.fields;
type LockedOrder = Locked<PurchaseOrderWithItems>;

/** Makes a draft, or an ordered one, for which one needs the right to update too. */
export async function createPurchaseOrder(
  context: Context,
  body: NewPurchaseOrder,
): Promise<PurchaseOrderWithItems> {
  if (body.status === 'ordered') enforce(mayHere(context.person, 'purchase_orders.update'));
  return context.write((write) => makePurchaseOrder(write, body));
}

/** Makes one in the caller's transaction, with its number (docs/product/purchase-orders.md#numbers). */
export async function makePurchaseOrder(
  write: Write,
  body: NewPurchaseOrder,
  { movesStock = false }: { movesStock?: boolean } = {},
): Promise<PurchaseOrderWithItems> {
  const { trx, context } = write;
  refuseInvalid(headProblems(body));
  const settings = await getSettings(trx);
  const vendor = await holdVendor(write, body.vendor_id ?? 0, { isNew: true });
  if (body.location_id) await requireLocation(trx, body.location_id);
  const today = dayOf(context.now, settings.time_zone);
  const { status: _status, ...sent } = body;
  const drafted = await draftedLines(write, {
    sent,
    before: null,
    vendor,
    settings,
    today,
    movesStock,
  });
  const order_date = body.order_date ?? today;
  const taken = await takeLegalNumber(trx, 'purchase', { day: order_date, settings });
  const { record } = await insertWhole<Fields, NewLine>(
    write,
    purchaseOrders,
    {
      purchase_number: taken.number,
      number_year: taken.year,
      number_sequence: taken.sequence,
      vendor_id: vendor.id,
      order_date,
      ...picked(body, ['location_id', 'expected_date', 'reference', 'terms_conditions', 'notes']),
      ...drafted.taxed.amounts,
      ...drafted.taxed.values,
      item_count: drafted.plan.lines.length,
      open_amount: drafted.taxed.amounts.subtotal,
      ...createdBy(context),
    },
    purchaseLines.insert(drafted.taxed.lines),
  );
  if (body.status === 'ordered')
    return orderGoods(write, await openPurchaseOrder(write, record.id));
  return getPurchaseOrder(trx, record.id);
}

/** Changes a draft, or what of an ordered one its receipts and bills permit (docs/product/purchase-orders.md#changes). */
export async function updatePurchaseOrder(
  context: Context,
  id: number,
  patch: PurchaseOrderPatch,
): Promise<PurchaseOrderWithItems & Revalued> {
  return context.write(async (write) =>
    withRevalued(write, await changePurchaseOrder(write, id, patch)),
  );
}

export async function changePurchaseOrder(
  write: Write,
  id: number,
  { updated_at: seen, status, ...patch }: PurchaseOrderPatch,
): Promise<PurchaseOrderWithItems> {
  const before = await openPurchaseOrder(write, id, seen);
  const isMoved = status !== undefined && status !== before.status;
  if (isMoved) enforce(canTakeStatus(before, status));
  await savePatch(write, before, patch);
  return isMoved
    ? takeStatus(write, await openPurchaseOrder(write, id), status)
    : getPurchaseOrder(write.trx, id);
}

type Patch = Omit<PurchaseOrderPatch, 'updated_at' | 'status'>;

const headNames = ['location_id', ...purchaseOrderHeader] as const;

async function savePatch(write: Write, before: LockedOrder, patch: Patch): Promise<void> {
  const { trx, context } = write;
  refuseInvalid(headProblems({ ...before, ...sentOnly(patch) }));
  const vendor_id = patch.vendor_id ?? before.vendor_id;
  const isOtherVendor = vendor_id !== before.vendor_id;
  const changed = headNames.filter(
    (name) => patch[name] !== undefined && patch[name] !== before[name],
  );
  if (isOtherVendor) enforce(canEdit(before, ['vendor_id']));
  enforce(canEdit(before, changed));
  if (before.status === 'cancelled' && patch.items) enforce(canEdit(before, ['items']));
  if (patch.location_id && changed.includes('location_id'))
    await requireLocation(trx, patch.location_id);
  const settings = await getSettings(trx);
  const vendor = await holdVendor(write, vendor_id, { isNew: isOtherVendor });
  const today = dayOf(context.now, settings.time_zone);
  const drafted = await draftedLines(write, { sent: patch, before, vendor, settings, today });
  const { plan, taxed } = drafted;
  const isOtherLines = plan.isChange || plan.isMove || isRetaxed(before, patch, drafted);
  if (isOtherLines) await enforceLines(write, before, drafted);
  const isChange = isOtherLines || isOtherVendor || changed.length > 0;
  const row = rowOf(before);
  const values = {
    ...picked(patch, changed),
    vendor_id,
    ...(isOtherLines ? { ...taxed.amounts, ...taxed.values, item_count: plan.lines.length } : {}),
    ...(isChange && before.status !== 'draft' ? { revision: before.revision + 1 } : {}),
  };
  if (!isOtherLines) {
    await updateRecord(write, purchaseOrders, { row, values });
    return;
  }
  const progress = followedBy(before, linesAfter(before, drafted));
  await updateWhole<Fields, NewLine>(
    write,
    purchaseOrders,
    { row, values: { ...values, ...progress } },
    changedLines(purchaseLines.save(taxed.lines), storedPurchaseLines(before), taxed.lines),
  );
  if (before.status === 'draft') return;
  await bringOrdered(write, before.id);
  const came = before.items.filter(({ received_quantity: received }) => received > 0);
  if (came.length > 0)
    await receivedGoods.get().value(
      write,
      before,
      came.map(({ id }) => id),
    );
}

/** Whether taxes or the discount on all lines are other than before, which changes the lines too. */
function isRetaxed(before: PurchaseOrder, patch: Patch, { taxed }: DraftedLines): boolean {
  const { amounts, values } = taxed;
  return (
    values.supply_type !== undefined ||
    values.tax_mode !== before.tax_mode ||
    amounts.tax_amount !== before.tax_amount ||
    amounts.total_amount !== before.total_amount ||
    !isSameDiscount(sentDiscount(patch, before), before)
  );
}

/** 409 for lines that what came or was billed does not let change. */
async function enforceLines(
  { trx }: Write,
  before: LockedOrder,
  { taxed }: DraftedLines,
): Promise<void> {
  enforce(canEdit(before, ['items']));
  if (before.status === 'draft') return;
  const details = lockedLines(storedPurchaseLines(before), taxed.lines);
  const [first] = details;
  if (first)
    throw new AppError(first.code, first.message, {
      details: details.map(({ field, message }) => ({ field, message })),
    });
  const left = before.items.filter(({ id }) => taxed.lines.every((line) => line.id !== id));
  const ids = left.map(({ id }) => id);
  const records = ids.length > 0 ? await receivedGoods.get().list(trx, ids) : [];
  if (records.length === 0) return;
  const message = `"${left[0]?.description}" cannot be left out: goods receipts name it`;
  throw new AppError('purchase_order.below_received', message, {
    details: records.map((record) => ({ message: `Receipt ${record.label}`, record })),
  });
}

/** The lines as far as progress asks for them; new ones begin at nothing. */
function linesAfter(before: PurchaseOrderWithItems, { taxed }: DraftedLines) {
  const stored = new Map(before.items.map((item) => [item.id, item]));
  return taxed.lines.map((line) => ({ ...line, ...progressOf(stored.get(line.id ?? 0)) }));
}

function progressOf(line: PurchaseLine | undefined) {
  return {
    received_quantity: line?.received_quantity ?? 0,
    returned_quantity: line?.returned_quantity ?? 0,
    closed_quantity: line?.closed_quantity ?? 0,
    billed_quantity: line?.billed_quantity ?? 0,
  };
}

function sentOnly({ vendor_id, items }: Patch) {
  return { ...(vendor_id === undefined ? {} : { vendor_id }), ...(items ? { items } : {}) };
}

/** Places an order, or cancels one of which nothing came (docs/product/purchase-orders.md#status). */
export async function setPurchaseOrderStatus(
  context: Context,
  id: number,
  {
    status,
    updated_at: seen,
  }: { status: PurchaseOrder['status']; updated_at?: string | undefined },
): Promise<PurchaseOrderWithItems> {
  return context.write((write) => movePurchaseOrder(write, id, { status, seen }));
}

export async function movePurchaseOrder(
  write: Write,
  id: number,
  { status, seen }: { status: PurchaseOrder['status']; seen?: string | undefined },
): Promise<PurchaseOrderWithItems> {
  const order = await openPurchaseOrder(write, id, seen);
  enforce(canTakeStatus(order, status));
  return takeStatus(write, order, status);
}

async function takeStatus(
  write: Write,
  order: LockedOrder,
  status: PurchaseOrder['status'],
): Promise<PurchaseOrderWithItems> {
  if (status === order.status) return order;
  if (status === 'ordered') return orderGoods(write, order);
  const values = followedBy({ status }, order.items);
  await updateRecord(write, purchaseOrders, { row: rowOf(order), action: status, values });
  return getPurchaseOrder(write.trx, order.id);
}

/** A draft becomes ordered, and its lines make the vendor's terms or bring their prices up to date. */
async function orderGoods(write: Write, order: LockedOrder): Promise<PurchaseOrderWithItems> {
  await updateRecord(write, purchaseOrders, {
    row: rowOf(order),
    action: 'ordered',
    values: { status: 'ordered' },
  });
  return bringOrdered(write, order.id);
}

/** Brings the vendor's terms up to what was just ordered. */
export async function bringOrdered(write: Write, id: number): Promise<PurchaseOrderWithItems> {
  const order = await getPurchaseOrder(write.trx, id);
  const lines = order.items.map((item) => ({
    ...item,
    unit: item.unit ?? item.unit_of_measure ?? '',
  }));
  await bringTerms(write, order.vendor_id, lines);
  return order;
}

/** Ends what is open of an order of which something came (docs/product/purchase-orders.md#close). */
export async function closePurchaseOrder(
  context: Context,
  id: number,
  seen: string | undefined,
): Promise<PurchaseOrderWithItems> {
  return context.write(async (write) => {
    const order = await openPurchaseOrder(write, id, seen);
    enforce(canClose(order));
    const items = order.items.map((item) => ({
      ...item,
      closed_quantity: item.closed_quantity + openOf(item),
    }));
    await writeFollowed(write, order, { items, action: 'closed' });
    return getPurchaseOrder(write.trx, id);
  });
}

/** Writes how far the lines of an order are, and what follows for it. */
export async function writeFollowed(
  write: Write,
  order: LockedOrder,
  { items, action }: { items: readonly PurchaseLine[]; action?: string },
): Promise<void> {
  const values = followedBy(order, items);
  const isDone = values.status === 'received' && order.status !== 'received';
  await updateWhole<Fields, NewLine>(
    write,
    purchaseOrders,
    { row: rowOf(order), values, action: action ?? (isDone ? 'received' : undefined) },
    { parts: writeProgress(items), before: {}, after: {} },
  );
}

export async function deletePurchaseOrder(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const order = await openPurchaseOrder(write, id);
    enforce(canDelete(order));
    announceUse(write.trx);
    await deleteRecord(write, purchaseOrders, { row: rowOf(order) });
    return { id };
  });
}

/** A purchase order without its lines, as the list has it. */
export function rowOf(whole: LockedOrder): Locked<PurchaseOrder> {
  const { items: _items, ...row } = whole;
  return row;
}
