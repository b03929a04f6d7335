import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { type Locked, readRecord } from '~/kit/server/database/entity';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { copiedFrom } from '~/kit/server/database/custom-values';
import { deleteRecord, insertWhole } from '~/kit/server/database/write';
import { enforceWritable } from '~/kit/server/database/write-rights';
import { mapNames, picked } from '~/kit/shared/fields/picked';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { dueDateFor } from '~/modules/sales/customers/customers.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { amountProblems, type SentSums } from '~/modules/sales/documents/lines/amounts.rules';
import type { DocumentAmounts } from '~/modules/sales/documents/taxes/server/taxation.service';
import type { PricedLine } from '~/modules/sales/documents/lines/totals.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { InvoiceChange, NewInvoice, SentInvoice } from '../requests.schema';
import {
  collectionNames,
  type Invoice,
  invoiceTexts,
  type InvoiceWithLines,
} from '../invoices.fields';
import {
  amountLimit,
  canDelete,
  canTakeStatus,
  dueDateProblem,
  invoiceAmounts,
  untouched,
} from '../invoices.rules';
import { applyStatus, enforceStatus, followPayments, openInvoice } from './issuing.service';
import { getCharged, findLockedInvoice, invoiceLines, invoices } from './invoices.queries';
import type { NewLine } from '~/modules/sales/documents/lines/server/line-writing.service';
import type { InvoicedOrder } from './lines.queries';
import { takenFromDelivery, lockSource, linkLines, writtenLines } from './lines.internal';
import { withRest } from '../order-rests.rules';
import { taxInvoice } from './taxing.internal';

/** Creates an invoice: a draft, or issued at once for `pending` and `sent` (docs/product/invoices.md#status). */
export async function createInvoice(
  context: Context,
  sent: SentInvoice,
): Promise<InvoiceWithLines> {
  return context.write(async (write) => addInvoice(write, await takenFromDelivery(write, sent)));
}

export async function addInvoice(
  write: Write,
  sent: NewInvoice,
): Promise<Locked<InvoiceWithLines>> {
  const { trx, context } = write;
  const { items, status = 'draft' } = sent;
  const blank = { status: 'draft', ...untouched, mail_status: null, has_irn: false } as const;
  enforce(canTakeStatus(blank, status));
  const settings = await getSettings(trx);
  const source = await findSource(write, sent);
  const linked = await linkLines(write, { items, order: source.order, before: null });
  const today = dayOf(context.now, settings.time_zone);
  const dates = datesOf(sent, { terms: source.terms, today });
  const {
    lines,
    amounts,
    rest,
    values: tax,
  } = await taxInvoice(write, {
    before: null,
    sent,
    customerId: sent.customer_id,
    order: source.order,
    orderId: source.order?.id ?? null,
    lines: linked,
    settings,
    day: dates.invoice_date,
  });
  checkAmounts(sent, { amounts, rest, lines });
  const values = {
    customer_id: sent.customer_id,
    order_id: sent.order_id ?? null,
    delivery_id: sent.delivery_id ?? null,
    ...dates,
    ...tax,
    ...textsOf(sent, source.order, settings),
    ...picked(sent, [...collectionNames, ...shippingBillNames]),
    ...withRest(amounts, rest),
    item_count: lines.length,
    ...(source.order ? copiedFrom('orders', source.order) : {}),
    ...createdBy(context),
  };
  const { record, parts } = await insertWhole<typeof invoices.fields, NewLine>(
    write,
    invoices,
    values,
    invoiceLines.insert(lines),
  );
  const draft = { ...record, items: writtenLines(lines, parts) };
  return applyStatus(write, draft, status, { isNew: true });
}

interface Source {
  order: InvoicedOrder | null;
  terms: Parameters<typeof dueDateFor>[1];
}

// The order is locked before the customer, in the same sequence as changes of orders do.
async function findSource(write: Write, sent: NewInvoice): Promise<Source> {
  const { customer_id: customerId, order_id: orderId } = sent;
  const order = orderId ? await lockSource(write, { orderId, customerId, isNew: true }) : null;
  const { payment_terms: terms } = await getCharged(write, customerId);
  return { order, terms };
}

function datesOf(
  sent: NewInvoice,
  { terms, today }: { terms: Source['terms']; today: Day },
): Pick<Invoice, 'invoice_date' | 'due_date'> {
  const invoice_date = sent.invoice_date ?? today;
  const due_date = sent.due_date ?? dueDateFor(invoice_date, terms);
  const problem = dueDateProblem({ invoice_date, due_date }, null);
  if (problem) throw invalid('due_date', problem);
  return { invoice_date, due_date };
}

function textsOf(
  sent: NewInvoice,
  order: InvoicedOrder | null,
  { default_invoice_terms }: Settings,
): Pick<NewInvoice, (typeof invoiceTexts)[number]> {
  const unsent: Partial<Pick<Invoice, (typeof invoiceTexts)[number]>> = {
    ...order,
    terms_conditions: default_invoice_terms || null,
  };
  return mapNames(invoiceTexts, (name) => (sent[name] === undefined ? unsent[name] : sent[name]));
}

interface Computed {
  amounts: DocumentAmounts;
  /** A sender may know the amounts with it or without. */
  rest?: number;
  lines: readonly PricedLine[];
  paid?: number;
}

/** 400 for amounts that disagree with the lines, exceed what can be stored, or may not be set by the sender. */
export function checkAmounts(
  sent: SentSums & Pick<InvoiceChange, 'items' | 'paid_amount'>,
  { amounts, rest = 0, lines, paid = 0 }: Computed,
): void {
  if (sent.paid_amount !== undefined && sent.paid_amount !== paid) {
    throw invalid('paid_amount', 'The paid amount is calculated from payments and cannot be set');
  }
  const { noun, wrongTotals } = invoiceAmounts;
  const computed = { noun, paid, lines: { items: lines } };
  const details = amountProblems(sent, { ...computed, amounts: withRest(amounts, rest) });
  const others = rest === 0 ? details : amountProblems(sent, { ...computed, amounts });
  if (details.length > 0 && others.length > 0)
    throw new AppError('invoice.totals_mismatch', wrongTotals, { details });
  const limit = amountLimit(lines, amounts);
  if (limit) throw invalid('total_amount', limit);
}

/** Sets an invoice's status by hand: pending, sent or cancelled (docs/product/invoices.md#status). */
export async function setInvoiceStatus(
  context: Context,
  id: number,
  { status, updated_at }: { status: Invoice['status']; updated_at?: string | undefined },
): Promise<InvoiceWithLines> {
  return context.write(async (write) => {
    const invoice = await openInvoice(write, id, updated_at);
    await enforceStatus(write, invoice, status);
    return applyStatus(write, invoice, status);
  });
}

/**
 * Updates an invoice's status to the current day, as the hourly job does for all (docs/product/invoices.md#overdue).
 */
export async function refreshInvoiceStatus(
  context: Context,
  id: number,
): Promise<InvoiceWithLines> {
  return context.write(async (write) => {
    const invoice = await openInvoice(write, id);
    const { items } = invoice;
    return { ...(await followPayments(write, invoice)), items };
  });
}

export async function deleteInvoice(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const { items: _items, ...row } = await openInvoice(write, id);
    const invoice = { table: invoices.name, id };
    const verdict = canDelete(row, await countDependents(trx, invoice));
    if (!verdict.ok) enforce(verdict, await listDependents(write, invoice));
    await deleteRecord(write, invoices, { row });
    return { id };
  });
}

/**
 * The invoice of a payment, locked against changes and payments until the transaction ends; null where there is none,
 * 403 for viewers of its workspace. `id` is the one that a person chose, of those that they may read, or an SQL
 * expression.
 */
export async function findInvoiceToPay(
  write: Write,
  id: number | SqlPart,
): Promise<Locked<Invoice> | null> {
  const { person } = write.context;
  const invoice = await findLockedInvoice(
    write.trx,
    id,
    typeof id === 'number' ? person : undefined,
  );
  if (invoice) await enforceWritable(write, invoice);
  return invoice;
}

/** 404 where the invoice does not exist or the person may not read it. */
export async function requireInvoice(
  context: Pick<Context, 'db' | 'person'>,
  id: number,
): Promise<Invoice> {
  return readRecord(context, invoices, id);
}
