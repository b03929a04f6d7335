import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { detailsOf, type FoundRecords } from '~/kit/server/database/dependents';
import { type Detail, enforce, refuseInvalid } from '~/kit/server/errors';
import type {
  DocumentAmounts,
  TaxedDocument,
} from '~/modules/sales/documents/taxes/server/taxation.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { deleteRecord, insertWhole, updateWhole } from '~/kit/server/database/write';
import type { Amounts } from '~/modules/sales/documents/lines/amounts.rules';
import { picked } from '~/kit/shared/fields/picked';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { newOrderNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { NewOrder, OrderPatch } from '../requests.schema';
import {
  storedLines,
  type OrderLinePlan,
  type PlannedOrderLine,
  planOrderLines,
  summaryOf,
  requestedLines,
} from '~/modules/sales/documents/lines/order-lines.rules';
import { type Order, orderHeader, type OrderWithLines } from '../orders.fields';
import {
  canChangeInvoiced,
  canClose,
  canDelete,
  canEditLines,
  orderAmounts,
  orderProblems,
  type OrderDraft,
} from '../orders.rules';
import { holderOf, type StockChange, stockChanges } from '../stock.rules';
import { closeOpen, moveDeliveries, planDeliveries, stockSteps } from './delivered.internal';
import { delivering } from './delivering.service';
import {
  changedLines,
  idsOf,
  type LockedReferences,
  lockReferences,
  nameLines,
  type NamedLine,
  type NewLine,
  nothingLocked,
  refuseFinerLines,
  refuseUnusable,
  refuseWrongAmounts,
  type SentTaxes,
  type TaxedBefore,
  taxLines,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import { refuseBound, refusePaidInAdvance, writtenLines } from './order-lines.internal';
import { orderLines } from './order-lines.queries';
import { enforceCredit, enforceCreditOf, isCreditJudged } from './credit.service';
import { enforceCloseDiscounts, enforceOrderDiscounts } from './discounts.actions';
import { invoicing } from './invoicing.service';
import { openOrder, orders } from './orders.queries';
import { origins } from './origins.service';
import { applyStock } from './stock.internal';

export async function createOrder(context: Context, body: NewOrder): Promise<OrderWithLines> {
  return context.write((write) => addOrder(write, body));
}

/** Lines with their taxes and the amounts of a document that the customer has accepted. */
export interface Agreed {
  lines: readonly NamedLine[];
  amounts: DocumentAmounts;
  values: TaxedDocument<PlannedOrderLine>['values'] & Partial<Pick<Order, 'custom'>>;
}

/**
 * Creates a pending order in the caller's transaction; it reserves no stock yet (docs/product/orders.md#status). Agreed
 * lines are taken as they are: their prices and taxes are not computed again.
 */
export async function addOrder(
  write: Write,
  body: NewOrder,
  agreed?: Agreed,
): Promise<OrderWithLines> {
  const { trx, context } = write;
  const plan = agreed ?? planOrderLines([], requestedLines(body));
  const customer_id = body.customer_id ?? 0;
  const [settings, pointed] = await Promise.all([
    getSettings(trx),
    lockReferences(trx, {
      ...idsOf(plan.lines),
      customerId: customer_id,
      chooser: context.person,
      movesStock: false,
    }),
  ]);
  const today = dayOf(context.now, settings.time_zone);
  if (!agreed) refuseInvalid(orderProblems(body, today));
  refuseUnusable(context.person, pointed, { customer_id, lines: plan.lines });
  const drafted = agreed ?? (await worked(write, body, { pointed, settings, today }));
  const { lines: named, amounts, values: taxValues } = drafted;
  const { total_amount } = amounts;
  const after = { status: 'pending', customer_id, total_amount } as const;
  if (await isCreditJudged(write, settings, { before: null, after }))
    await enforceCredit(write, { id: null, customer_id, total: total_amount });
  const order_date = body.order_date ?? today;
  const values = {
    order_number: newOrderNumber(order_date, settings),
    customer_id,
    order_date,
    ...picked(body, orderHeader),
    ...summaryOf(named),
    ...amounts,
    ...taxValues,
    ...createdBy(context),
  };
  const { record, parts } = await insertWhole<typeof orders.fields, NewLine>(
    write,
    orders,
    values,
    orderLines.insert(named),
  );
  return { ...record, invoiced_discount: 0, ...writtenLines(named, parts, pointed) };
}

/** The lines and amounts of a new order as requested; 400 where they cannot be. */
async function worked(
  write: Write,
  body: NewOrder,
  { pointed, settings, today }: { pointed: LockedReferences; settings: Settings; today: Day },
): Promise<Agreed> {
  const plan = planOrderLines([], requestedLines(body));
  await refuseFinerLines(write, plan.lines, []);
  const { lines, amounts, values } = await taxLines(write, {
    before: null,
    sent: sentTaxesOf(body),
    plan,
    settings,
    today,
  });
  refuseWrongAmounts(body, { rules: orderAmounts, lines, amounts });
  return { lines: nameLines(lines, pointed, []), amounts, values };
}

function sentTaxesOf(sent: NewOrder | OrderPatch): SentTaxes {
  return { ...sent, customer_id: sent.customer_id ?? undefined, day: sent.order_date };
}

function taxedBefore(order: OrderWithLines): TaxedBefore {
  return { ...order, day: order.order_date, lines: storedLines(order) };
}

/** Changes fields, lines or the status; `updated_at` is the version that the sender read. */
export async function updateOrder(
  context: Context,
  id: number,
  patch: OrderPatch,
): Promise<OrderWithLines> {
  return context.write((write) => changeOrder(write, id, patch));
}

/** With `isFormer` the order had these values before, so that a delivery date may have passed. */
export async function changeOrder(
  write: Write,
  id: number,
  { updated_at: seen, ...patch }: OrderPatch,
  { isFormer = false }: { isFormer?: boolean } = {},
): Promise<OrderWithLines> {
  const { trx, context } = write;
  const [before, settings] = await Promise.all([openOrder(write, id, seen), getSettings(trx)]);
  const today = dayOf(context.now, settings.time_zone);
  refuseInvalid(orderProblems(draftOf(before, isFormer ? {} : patch), today));
  const stored = storedLines(before);
  const plan = planOrderLines(stored, requestedLines({ ...before, ...sentLines(patch) }));
  const taxed = await taxLines(write, {
    before: taxedBefore(before),
    sent: sentTaxesOf(patch),
    plan,
    settings,
    today,
  });
  const { amounts } = taxed;
  const isChange = plan.isChange || taxed.values.discount_amount !== before.discount_amount;
  await refuseLocked(write, before, { patch, isChange, amounts });
  refuseWrongAmounts(patch, { rules: orderAmounts, lines: plan.lines, amounts });
  const after = creditAfter(before, patch, amounts);
  const isJudged = !isFormer && (await isCreditJudged(write, settings, { before, after }));
  const move = await planDeliveries(write, before, {
    status: patch.status ?? before.status,
    lines: plan.lines,
  });
  const changes = stockChanges(holderOf(before), move.holder);
  const pointed = await lockNewReferences(write, before, { patch, plan, changes });
  await refuseFinerLines(write, plan.lines, stored);
  const isRetaxed = taxed.values.supply_type !== undefined;
  const isSaved = isChange || isRetaxed || (plan.isMove && canEditLines(before).ok);
  const lines = nameLines(taxed.lines, pointed, stored);
  await enforceOrderDiscounts(write, before, { patch, isChange, lines });
  const { status, delivery_state } = move;
  const own = { ...ownValues(patch), status, delivery_state };
  const values = { ...own, ...amounts, ...taxed.values, ...summaryOf(lines) };
  const { record, parts } = await updateWhole<typeof orders.fields, NewLine>(
    write,
    orders,
    { row: before, values },
    isSaved ? changedLines(orderLines.save(lines), stored, lines) : undefined,
  );
  const { items, services } = isSaved ? writtenLines(lines, parts, pointed, before) : before;
  const saved = { ...record, invoiced_discount: before.invoiced_discount, items, services };
  const { deliveryId, ...moved } = await moveDeliveries(write, saved, { before, move });
  await applyStock(write, before, {
    steps: stockSteps(holderOf(before), move.holder, { remaining: move.remaining, deliveryId }),
    products: pointed.products,
    allowNegative: settings.allow_negative_stock,
  });
  if (isJudged) await enforceCreditOf(write, record);
  return { ...saved, items: moved.items };
}

/** Ends the open quantities of an order (docs/product/deliveries.md#short-close). */
export async function closeOrder(
  context: Context,
  id: number,
  seen: string | undefined,
): Promise<OrderWithLines> {
  return context.write(async (write) => {
    const order = await openOrder(write, id, seen);
    enforce(canClose(order));
    await enforceCloseDiscounts(write, order);
    return closeOpen(write, order);
  });
}

export async function deleteOrder(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const before = await openOrder(write, id);
    const found = await invoicing.get().listInvoices(write, id);
    const invoices = invoiceDetails(found);
    const verdict = canDelete({ ...before, is_invoiced: invoices !== undefined });
    if (!verdict.ok) enforce(verdict, invoices);
    await refusePaidInAdvance(write, id);
    const changes = stockChanges(holderOf(before), null);
    const { products } = await lockNewReferences(write, before, { changes });
    const remaining = await delivering.get().release(write, before);
    const steps = stockSteps(holderOf(before), null, { remaining, deliveryId: null });
    await applyStock(write, before, { steps, products });
    const { items: _items, services: _services, invoiced_discount: _taken, ...row } = before;
    await origins.get().release(write, id);
    await deleteRecord(write, orders, { row });
    return { id };
  });
}

function draftOf(before: OrderWithLines, patch: OrderPatch): OrderDraft {
  const isNewDate = patch.delivery_date !== before.delivery_date;
  return {
    customer_id: patch.customer_id === undefined ? before.customer_id : patch.customer_id,
    items: patch.items ?? before.items,
    services: patch.services ?? before.services,
    delivery_date: isNewDate ? patch.delivery_date : null,
  };
}

function sentLines({ items, services }: OrderPatch) {
  return { ...(items ? { items } : {}), ...(services ? { services } : {}) };
}

function ownValues(patch: OrderPatch) {
  const { customer_id } = patch;
  return {
    ...picked(patch, ['order_date', 'status', ...orderHeader]),
    customer_id: customer_id ?? undefined,
  };
}

function creditAfter(before: Order, patch: OrderPatch, { total_amount }: Amounts) {
  const { status = before.status } = patch;
  return { status, customer_id: patch.customer_id ?? before.customer_id, total_amount };
}

interface Intent {
  patch?: OrderPatch;
  plan?: OrderLinePlan;
  changes: readonly StockChange[];
}

async function lockNewReferences(
  write: Write,
  before: Order,
  { patch = {}, plan, changes }: Intent,
): Promise<LockedReferences> {
  const added = plan?.lines.filter((line) => line.id === null) ?? [];
  const isMoved = patch.customer_id !== undefined && patch.customer_id !== before.customer_id;
  const customer_id = patch.customer_id ?? before.customer_id;
  const { productIds, serviceIds } = idsOf(added);
  const moved = changes.map((change) => change.productId);
  if (added.length === 0 && moved.length === 0 && !isMoved) return nothingLocked;
  const pointed = await lockReferences(write.trx, {
    customerId: customer_id,
    chooser: isMoved ? write.context.person : null,
    productIds: [...new Set([...productIds, ...moved])],
    serviceIds,
    movesStock: moved.length > 0,
  });
  const concerned = isMoved || added.length > 0 ? customer_id : null;
  refuseUnusable(write.context.person, pointed, {
    customer_id: concerned,
    lines: plan?.lines ?? [],
  });
  return pointed;
}

interface ApprovalRequest {
  patch: OrderPatch;
  /** Of the lines or the discount on all of them. */
  isChange: boolean;
  amounts: Amounts;
}

async function refuseLocked(
  write: Write,
  before: OrderWithLines,
  { patch, isChange, amounts }: ApprovalRequest,
): Promise<void> {
  const isMoved = (patch.customer_id ?? before.customer_id) !== before.customer_id;
  if (isMoved) await refuseBound(write, before.id);
  const isTaxed = amounts.tax_rate !== before.tax_rate || amounts.tax_amount !== before.tax_amount;
  const verdicts = [
    ...(isChange ? [canEditLines(before)] : []),
    ...(isMoved ? [canChangeInvoiced(before, 'customer')] : []),
    ...(isTaxed ? [canChangeInvoiced(before, 'tax')] : []),
  ];
  const verdict = verdicts.find(({ ok }) => !ok);
  if (!verdict) return;
  enforce(
    verdict,
    before.is_invoiced
      ? invoiceDetails(await invoicing.get().listInvoices(write, before.id))
      : undefined,
  );
}

function invoiceDetails(found: FoundRecords): Detail[] | undefined {
  const details = detailsOf(found, 'Invoiced with');
  return details.length === 0 ? undefined : details;
}
