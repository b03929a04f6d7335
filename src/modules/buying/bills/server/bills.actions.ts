import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { asLocked, type Locked, refuseStale } from '~/kit/server/database/entity';
import { deleteRecord, insertWhole, updateRecord, updateWhole } from '~/kit/server/database/write';
import { enforce, invalid } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { dayOf } from '~/kit/shared/time/days';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { mayHere, mayHereAll } from '~/modules/organization/users/rights.rules';
import { holdVendor } from '~/modules/buying/vendors/server/vendors.service';
import { statusAfter } from '../bill-amounts.rules';
import { type Bill, openNames, type WholeBill } from '../bills.fields';
import { canDelete, canEdit, canTakeStatus, dueDateProblem } from '../bills.rules';
import { unbilledOf } from '../ordered-items.rules';
import type { BillPatch, BillStatus, NewBill } from '../requests.schema';
import { lockOrders } from './billed.internal';
import {
  billLines,
  bills,
  getBill,
  listPurchaseLines,
  lockBill,
  lockVendorBills,
  openBill,
  writeCharges,
} from './bills.queries';
import { bookBill, cancelBill } from './booking.internal';
import { areOtherCharges, changedLines, changedNames } from './changes.internal';
import { composeBill, type ComposedBill } from './composing.internal';
import { listLinesOf, listOrdered } from './ordered.queries';
import { receiveAlong, refuseOtherLots } from './receiving.internal';

/** Enters a bill: a draft, or booked at once, for which one needs the right to update too. */
export async function createBill(context: Context, sent: NewBill): Promise<WholeBill & Revalued> {
  enforceBooking(context, sent);
  return context.write(async (write) => withRevalued(write, await addBill(write, sent)));
}

function enforceBooking(
  { person }: Pick<Context, 'person'>,
  { status, receive }: Pick<NewBill, 'receive'> & { status?: Bill['status'] | undefined },
): void {
  if (status === 'open') enforce(mayHere(person, 'bills.update'));
  if (receive) enforce(mayHereAll(person, ['purchase_orders.create', 'goods_receipts.create']));
}

export async function addBill(write: Write, body: NewBill): Promise<WholeBill> {
  const { trx, context } = write;
  const { accept = false, receive = false, status = 'draft', ...sent } = body;
  if (receive && status !== 'open')
    throw invalid('receive', 'Goods are received when the bill is booked');
  const settings = await getSettings(trx);
  const items = sent.items ?? (await itemsOfOrder(write, sent));
  refuseOtherLots(items, receive);
  await lockOrders(
    write,
    items.flatMap(({ purchase_line_id }) => purchase_line_id ?? []),
  );
  const isOrdered = Boolean(sent.purchase_order_id) || items.some((item) => item.purchase_line_id);
  const vendor = await holdVendor(write, sent.vendor_id, { isNew: !isOrdered });
  await lockVendorBills(trx, vendor.id);
  const today = dayOf(context.now, settings.time_zone);
  const composing = { before: null, sent: { ...sent, items }, vendor, settings, today };
  const composed = await composeBill(write, composing);
  const created = receive ? await receiveAlong(write, composed, items) : new Set<number>();
  const { bill_date = today } = composed.values;
  const taken = await takeLegalNumber(trx, 'bill', { day: bill_date, settings });
  const { record } = await insertWhole<typeof bills.fields, never>(
    write,
    bills,
    {
      voucher_number: taken.number,
      number_year: taken.year,
      number_sequence: taken.sequence,
      ...composed.values,
      ...createdBy(context),
    },
    billLines.insert(composed.items),
  );
  if (composed.charges.length > 0) await writeCharges(trx, record.id, composed.charges);
  const bill = await getBill(trx, record.id);
  if (status === 'draft') return bill;
  return bookBill(write, asLocked(bill), { vendor, accept, created });
}

/** Without items, a bill of an order charges for what was received and not billed. */
async function itemsOfOrder(
  { trx }: Write,
  { purchase_order_id }: Pick<NewBill, 'purchase_order_id'>,
): Promise<NonNullable<NewBill['items']>> {
  if (!purchase_order_id) return [];
  const ids = await listLinesOf(trx, purchase_order_id);
  const lines = await listOrdered(trx, ids);
  return lines.filter((line) => unbilledOf(line) > 0).map(({ id }) => ({ purchase_line_id: id }));
}

/** Changes a draft, or due date, terms and notes of a booked bill (docs/product/bills.md#what-may-change). */
export async function updateBill(
  context: Context,
  id: number,
  { updated_at: seen, ...patch }: BillPatch,
): Promise<WholeBill> {
  return context.write(async (write, trx) => {
    const bill = await openBill(write, id, seen);
    const changed = changedNames(bill, patch);
    enforce(canEdit(bill, changed));
    if (changed.length === 0) return bill;
    if (bill.status === 'draft') await saveDraft(write, bill, patch);
    else await changeOpen(write, bill, patch);
    return getBill(trx, id);
  });
}

async function saveDraft(
  write: Write,
  bill: Locked<WholeBill>,
  patch: BillPatch,
): Promise<ComposedBill> {
  const { trx, context } = write;
  const settings = await getSettings(trx);
  const { vendor_id = bill.vendor_id } = patch;
  const vendor = await holdVendor(write, vendor_id, { isNew: vendor_id !== bill.vendor_id });
  await lockVendorBills(trx, vendor.id);
  const today = dayOf(context.now, settings.time_zone);
  const composed = await composeBill(write, { before: bill, sent: patch, vendor, settings, today });
  await storeDraft(write, bill, composed);
  return composed;
}

async function storeDraft(
  write: Write,
  bill: Locked<WholeBill>,
  { values, items, charges }: ComposedBill,
): Promise<void> {
  const { items: _items, charges: _charges, differences: _none, ...row } = bill;
  const lines = changedLines(bill, items);
  const isOtherCharge = areOtherCharges(bill, charges);
  await updateWhole<typeof bills.fields, never>(
    write,
    bills,
    { row: asLocked(row), values },
    lines,
  );
  if (isOtherCharge) await writeCharges(write.trx, bill.id, charges);
}

async function changeOpen(write: Write, bill: Locked<WholeBill>, patch: BillPatch): Promise<void> {
  const { items: _items, charges: _charges, differences: _none, ...row } = bill;
  const { due_date = bill.due_date } = patch;
  const problem = dueDateProblem({ ...bill, due_date });
  if (problem) throw invalid('due_date', problem);
  const settings = await getSettings(write.trx);
  const today = dayOf(write.context.now, settings.time_zone);
  await updateRecord(write, bills, {
    row: asLocked(row),
    values: {
      ...picked(patch, openNames),
      is_due_late: bill.msme_limit !== null && due_date > bill.msme_limit,
      status: statusAfter({ ...bill, due_date }, today),
    },
  });
}

/** Books a draft, or cancels a booked bill (docs/product/bills.md#status). */
export async function setBillStatus(
  context: Context,
  id: number,
  sent: BillStatus,
): Promise<WholeBill & Revalued> {
  enforceBooking(context, sent);
  return context.write(async (write) => withRevalued(write, await moveBill(write, id, sent)));
}

export async function moveBill(
  write: Write,
  id: number,
  { status, accept = false, receive = false, updated_at: seen }: BillStatus,
): Promise<WholeBill> {
  const ids = await listPurchaseLines(write.trx, id);
  await lockOrders(write, ids);
  const bill = await openBill(write, id, seen);
  const named = new Set(bill.items.map(({ purchase_line_id }) => purchase_line_id ?? 0));
  // Changed while its orders were locked: the caller sees what it became.
  if ([...named].some((line) => line > 0 && !ids.includes(line)))
    refuseStale(bill, new Date(0).toISOString());
  enforce(canTakeStatus(bill, status));
  if (status === bill.status) return bill;
  if (status === 'cancelled') return cancelBill(write, bill);
  return bookDraft(write, bill, { accept, receive });
}

async function bookDraft(
  write: Write,
  bill: Locked<WholeBill>,
  { accept, receive }: { accept: boolean; receive: boolean },
): Promise<WholeBill> {
  const composed = await saveDraft(write, bill, {});
  const vendor = await holdVendor(write, bill.vendor_id);
  const created = receive ? await receiveAlong(write, composed, []) : new Set<number>();
  const saved = await lockBill(write, bill.id);
  if (created.size > 0) await storeDraft(write, saved, composed);
  return bookBill(write, await lockBill(write, bill.id), { vendor, accept, created });
}

export async function deleteBill(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const bill = await openBill(write, id);
    enforce(canDelete(bill));
    const { items: _items, charges: _charges, differences: _none, ...row } = bill;
    await deleteRecord(write, bills, { row: asLocked(row) });
    return { id };
  });
}
