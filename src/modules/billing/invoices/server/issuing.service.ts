import type { Write } from '~/kit/server/database/context';
import { detailsOf, listDependents } from '~/kit/server/database/dependents';
import { enforce } from '~/kit/server/errors';
import { updateRecord } from '~/kit/server/database/write';
import { enforceWritable } from '~/kit/server/database/write-rights';
import type { Day } from '~/kit/shared/time/days';
import {
  giveBackInvoiceNumber,
  takeInvoiceNumber,
} from '~/modules/organization/company/server/number-series.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { may } from '~/modules/organization/users/rights.rules';
import { deletePaper } from '~/modules/sales/papers/server/printing.service';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { canCharge, canTakeStatus, statusAfterPayments } from '../invoices.rules';
import { isAgreed } from '../shares.rules';
import { enforceDiscounts } from '~/modules/sales/price-lists/server/price-lists.service';
import { getInvoice, invoices, lockInvoice, setReserved, unplaceNumber } from './invoices.queries';
import { advances } from './advances.service';
import { crediting } from './crediting.service';
import { freeShares, listAgreed } from './lines.queries';
import { enforceReady, type PreparedDocument } from './preflight.actions';
import { freezeDocuments } from './tax-documents.queries';
import { type Locked, refuseStale } from '~/kit/server/database/entity';

/**
 * Locks an invoice that a person wants to change: 404, 409 when it changed since the sender read it, 403 for viewers.
 */
export async function openInvoice(
  write: Write,
  id: number,
  seen?: string,
): Promise<Locked<InvoiceWithLines>> {
  const invoice = await lockInvoice(write.trx, id, write.context.person);
  await enforceWritable(write, invoice);
  refuseStale(invoice, seen);
  return invoice;
}

/** The number that a draft keeps without being issued: the one that it already has, or the next of the series. */
export async function reserveNumber({ trx }: Write, draft: Invoice): Promise<string> {
  if (draft.reserved_number !== null) return draft.reserved_number;
  const taken = await takeInvoiceNumber(trx, draft.invoice_date, await getSettings(trx));
  await setReserved(trx, draft.id, taken);
  return taken.number;
}

/** The number of a draft that is issued, with its place in the series. */
async function numberOf({ trx }: Write, { reserved_number, invoice_date }: Invoice) {
  if (reserved_number !== null) return { invoice_number: reserved_number };
  const taken = await takeInvoiceNumber(trx, invoice_date, await getSettings(trx));
  const { number: invoice_number, year: number_year, sequence: number_sequence } = taken;
  return { invoice_number, number_year, number_sequence };
}

export async function releaseNumber({ trx }: Write, draft: Invoice): Promise<void> {
  await deletePaper(trx, { kind: invoices.name, id: draft.id });
  const position = await unplaceNumber(trx, draft.id);
  if (position) await giveBackInvoiceNumber(trx, position);
}

/**
 * Issues a locked draft: assigns its number of the series permanently (docs/product/invoices.md#numbers), stores its
 * content (docs/product/invoices.md#issued-documents), and pays it from the advances of its order. 403 for anyone who
 * may not issue invoices, regardless of the call; 409 for one by GST that portals would refuse
 * (docs/product/invoices.md#check-before-issue).
 */
export async function issueInvoice(
  write: Write,
  draft: Locked<Invoice>,
  values: Partial<Invoice> & { status: 'pending' | 'sent' },
  prepared: PreparedDocument = {},
): Promise<Locked<Invoice>> {
  enforce(may(write.context.person, 'invoices.issue'));
  await enforceReady(write, draft, prepared);
  if (write.context.person.rights !== null) await enforceInvoiceDiscounts(write, draft);
  const number = await numberOf(write, draft);
  const was_sent = values.status === 'sent';
  write.trx.beforeCommitOf(freezeDocuments, draft.id);
  const issued = await updateRecord(write, invoices, {
    row: draft,
    action: 'issued',
    values: { ...values, ...number, was_sent, reserved_number: null },
  });
  const mayHaveAdvances = issued.tax_mode === 'gst' && issued.order_id !== null;
  return mayHaveAdvances ? advances.get().takeFor(write, issued) : issued;
}

/** What an order charges was agreed when it was confirmed; anything else, and less, is agreed when it is issued. */
async function enforceInvoiceDiscounts(write: Write, draft: Invoice): Promise<void> {
  const { trx } = write;
  const { customer_id, invoice_date: date, items } = await getInvoice(trx, draft.id);
  const agreed = draft.order_id === null ? [] : await listAgreed(trx, draft.order_id);
  const lines = items.map((line) =>
    isAgreed(line, agreed) ? { ...line, product_id: null } : line,
  );
  await enforceDiscounts(write, { customer_id, date, lines }, 'issue the invoice');
}

/** 409 where a locked invoice cannot take a status, naming the payments or notes in the way (docs/product/invoices.md#status). */
export async function enforceStatus(
  write: Write,
  invoice: Locked<InvoiceWithLines>,
  status: Invoice['status'],
): Promise<void> {
  const verdict = canTakeStatus(invoice, status);
  if (verdict.ok) return;
  const { id } = invoice;
  if (verdict.code === 'invoice.has_payments')
    enforce(verdict, await listDependents(write, { table: invoices.name, id }, 'Paid by'));
  if (verdict.code === 'invoice.has_notes')
    enforce(verdict, detailsOf(await crediting.get().listNotes(write, id), 'Corrected by'));
  enforce(verdict);
}

/** 409 naming the invoice whose write-off is in the way (docs/product/payments.md#write-off). */
export function enforceCharge(
  invoice: Parameters<typeof canCharge>[0] & Pick<Invoice, 'id'>,
): void {
  const verdict = canCharge(invoice);
  if (verdict.ok) return;
  const { id, invoice_number: label } = invoice;
  enforce(verdict, [{ message: verdict.message, record: { type: 'invoice', id, label } }]);
}

/** Sets a locked invoice's status as chosen by a person, after `canTakeStatus` has allowed it. */
export async function applyStatus(
  write: Write,
  invoice: Locked<InvoiceWithLines>,
  status: Invoice['status'],
  prepared: PreparedDocument = {},
): Promise<Locked<InvoiceWithLines>> {
  if (status === invoice.status) return invoice;
  const { items, ...row } = invoice;
  if (status === 'cancelled') {
    await freeShares(write.trx, invoice.id);
    const cancelled = await updateRecord(write, invoices, {
      row,
      action: 'cancelled',
      values: { status },
    });
    return { ...cancelled, items: items.map((line) => ({ ...line, order_line_id: null })) };
  }
  if (status !== 'pending' && status !== 'sent') return invoice;
  if (invoice.status === 'draft') {
    const issued = await issueInvoice(write, row, { status }, prepared);
    // What lines lacked they have from their products now.
    const isComplete = invoice.tax_mode === 'single' || items.every(({ hsn_code }) => hsn_code);
    return { ...issued, items: isComplete ? items : (await getInvoice(write.trx, row.id)).items };
  }
  const values = { status, was_sent: status === 'sent' };
  return { ...(await updateRecord(write, invoices, { row, values })), items };
}

const actions: Partial<Record<Invoice['status'], string>> = {
  paid: 'paid',
  partially_paid: 'partially paid',
  overdue: 'overdue',
};

/**
 * Updates a locked invoice to its payments and the calendar, where `paid` is the sum of the completed ones in rupees; a
 * draft is issued (docs/product/payments.md#the-invoice-follows). `today` where the caller has read it.
 */
export async function settleInvoice(
  write: Write,
  invoice: Locked<Invoice>,
  { paid, today }: { paid: number; today?: Day },
): Promise<Locked<Invoice>> {
  return followPayments(write, await issueDraft(write, invoice), { paid_amount: paid }, today);
}

/** Issues a locked invoice when it is a draft; any other is returned unchanged. */
export async function issueDraft(write: Write, invoice: Locked<Invoice>): Promise<Locked<Invoice>> {
  if (invoice.status !== 'draft') return invoice;
  return issueInvoice(write, invoice, { status: 'pending' });
}

/**
 * Updates a locked invoice to the calendar and to the sums of its completed payments and issued notes, in rupees; unlike
 * with `settleInvoice` a draft stays a draft (docs/product/credit-notes.md#the-invoice-follows).
 */
export async function followPayments(
  write: Write,
  invoice: Locked<Invoice>,
  sums: Partial<Pick<Invoice, 'paid_amount' | 'credited_amount' | 'debited_amount'>> = {},
  today?: Day,
): Promise<Locked<Invoice>> {
  const status = statusAfterPayments({ ...invoice, ...sums }, today ?? (await companyToday(write)));
  const action = status === invoice.status ? undefined : actions[status];
  return updateRecord(write, invoices, {
    row: invoice,
    values: { ...sums, status },
    ...(action ? { action } : {}),
  });
}
