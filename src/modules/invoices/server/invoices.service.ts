import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { findRecord, getRecord } from '~/kit/server/database/entity';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { deleteRecord, insertRecord } from '~/kit/server/database/write';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { dueDateFor } from '~/modules/customers/customers.rules';
import type { Settings } from '~/modules/company/settings.fields';
import {
  amountProblems,
  type Amounts,
  amountsOf,
  type SentSums,
} from '~/modules/documents/amounts.rules';
import { getSettings } from '~/modules/company/server/settings.service';
import { enforceCanWriteIn } from '~/modules/workspaces/server/workspace-scope.service';
import type { InvoiceChange, NewInvoice } from '../requests.fields';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import {
  amountLimit,
  canDelete,
  canTakeStatus,
  dueDateProblem,
  invoiceAmounts,
} from '../invoices.rules';
import { applyStatus, followPayments, openInvoice, tellOrder } from './issuing.service';
import { findCharged, getInvoice, invoices, lockInvoiceRow } from './invoices.queries';
import { type InvoicedOrder, saveLines } from './lines.queries';
import { lockSource, planLines } from './lines.steps';

/**
 * Makes an invoice, a draft unless `pending` or `sent` is asked for, which issue it at once
 * (docs/product/invoices.md#status).
 */
export async function createInvoice(context: Context, sent: NewInvoice): Promise<InvoiceWithLines> {
  return context.transaction((trx) => addInvoice({ trx, context }, sent));
}

/** The same in the caller's transaction. */
export async function addInvoice(write: Write, sent: NewInvoice): Promise<InvoiceWithLines> {
  const { trx, context } = write;
  const { items, status = 'draft' } = sent;
  enforce(canTakeStatus({ status: 'draft', paid_amount: 0, mail_status: null }, status));
  const settings = await getSettings(trx);
  const source = await findSource(write, sent);
  const lines = await planLines(trx, { items, order: source.order, invoiceId: null });
  const rate = source.order?.tax_rate ?? settings.invoice_tax_rate;
  const amounts = amountsOf(lines, sent, { ...invoiceAmounts, rate });
  checkAmounts(sent, amounts);
  const { person } = context;
  const draft = await insertRecord(write, invoices, {
    customer_id: sent.customer_id,
    order_id: sent.order_id ?? null,
    ...datesOf(sent, { terms: source.terms, today: dayOf(context.now, settings.time_zone) }),
    ...textsOf(sent, settings),
    ...amounts,
    item_count: lines.length,
    created_by: person.id || null,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
  });
  await saveLines(trx, draft.id, lines);
  await applyStatus(write, draft, status);
  await tellOrder(write, draft);
  return getInvoice(trx, draft.id);
}

interface Source {
  order: InvoicedOrder | null;
  terms: Parameters<typeof dueDateFor>[1];
}

// The order before the customer, as whoever changes an order locks them.
async function findSource(write: Write, sent: NewInvoice): Promise<Source> {
  const { trx } = write;
  const { customer_id: customerId, order_id: orderId } = sent;
  const order = orderId ? await lockSource(trx, { orderId, customerId, isNew: true }) : null;
  const customer = await findCharged(trx, customerId);
  if (!customer) throw invalid('customer_id', 'There is no such customer');
  await enforceCanWriteIn(write, [customer.workspace_id]);
  return { order, terms: customer.payment_terms };
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
  { terms_conditions, notes }: NewInvoice,
  { default_invoice_terms }: Settings,
): Pick<Invoice, 'terms_conditions' | 'notes'> {
  const terms = terms_conditions === undefined ? default_invoice_terms || null : terms_conditions;
  return { terms_conditions: terms, notes: notes ?? null };
}

/** 400 for amounts that disagree with the lines, are beyond what can be kept, or are not the sender's to say. */
export function checkAmounts(
  sent: SentSums & Pick<InvoiceChange, 'items' | 'paid_amount'>,
  amounts: Amounts,
  paid = 0,
): void {
  if (sent.paid_amount !== undefined && sent.paid_amount !== paid) {
    throw invalid('paid_amount', 'What is paid follows from the payments alone');
  }
  const { noun, wrongTotals } = invoiceAmounts;
  const details = amountProblems(sent, { noun, amounts, paid });
  if (details.length > 0)
    throw new AppError('invoice.totals_mismatch', 400, wrongTotals, { details });
  const limit = amountLimit(sent.items ?? [], amounts);
  if (limit) throw invalid('total_amount', limit);
}

/** Gives an invoice a status by hand: pending, sent or cancelled (docs/product/invoices.md#status). */
export async function setInvoiceStatus(
  context: Context,
  id: number,
  { status, updated_at }: { status: Invoice['status']; updated_at?: string | undefined },
): Promise<InvoiceWithLines> {
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const invoice = await openInvoice(write, id, updated_at);
    enforce(canTakeStatus(invoice, status));
    await applyStatus(write, invoice, status);
    return getInvoice(trx, id);
  });
}

/**
 * Brings an invoice's status along with the calendar, as the hourly job does for all
 * (docs/product/invoices.md#overdue).
 */
export async function refreshInvoiceStatus(
  context: Context,
  id: number,
): Promise<InvoiceWithLines> {
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const invoice = await openInvoice(write, id);
    await followPayments(write, invoice, invoice.paid_amount);
    return getInvoice(trx, id);
  });
}

export async function deleteInvoice(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const write = { trx, context };
    await openInvoice(write, id);
    const gone = await deleteRecord(write, invoices, { id, check: canDelete });
    await tellOrder(write, gone);
    return { id };
  });
}

/**
 * An invoice to be paid, which nobody else can change or pay until the transaction ends; null where there is none, 403 for
 * who only reads in its workspace.
 */
export async function findInvoiceToPay(write: Write, id: number): Promise<Invoice | null> {
  await lockInvoiceRow(write.trx, id);
  const invoice = await findRecord(write.trx, invoices, id);
  if (invoice) await enforceCanWriteIn(write, [invoice.workspace_id]);
  return invoice;
}

/** 404 without such an invoice. */
export async function requireInvoice(db: Db, id: number): Promise<void> {
  await getRecord(db, invoices, id);
}
