import type { Write } from '~/kit/server/database/context';
import { announce } from '~/kit/server/database/announce';
import { updateRecord } from '~/kit/server/database/write';
import { type Day, dayOf } from '~/kit/shared/time/days';
import {
  giveBackInvoiceNumber,
  takeInvoiceNumber,
} from '~/modules/company/server/number-series.service';
import { getSettings } from '~/modules/company/server/settings.service';
import { enforceCanWriteIn } from '~/modules/workspaces/server/workspace-scope.service';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { statusAfterPayments } from '../invoices.rules';
import { invoices, lockInvoice, placeNumber, unplaceNumber } from './invoices.queries';
import { freeShares } from './lines.queries';
import { type Locked, refuseStale } from '~/kit/server/database/entity';

/** The company's calendar day. */
export async function companyToday({ trx, context }: Write): Promise<Day> {
  const { time_zone } = await getSettings(trx);
  return dayOf(context.now, time_zone);
}

/** An invoice that a person wants to change, locked: 404, 409 when it is another one than the sender saw, 403 for viewers. */
export async function openInvoice(
  write: Write,
  id: number,
  seen?: string,
): Promise<Locked<InvoiceWithLines>> {
  const invoice = await lockInvoice(write.trx, id);
  await enforceCanWriteIn(write, [invoice.workspace_id]);
  refuseStale(invoice, seen);
  return invoice;
}

/** The number that a draft gets, kept for it: the one that it has already, or the next of the series. */
export async function reserveNumber({ trx }: Write, draft: Invoice): Promise<string> {
  if (draft.reserved_number !== null) return draft.reserved_number;
  const settings = await getSettings(trx);
  const taken = await takeInvoiceNumber(trx, draft.invoice_date, settings);
  await placeNumber(trx, draft.id, taken);
  return taken.number;
}

/** Gives back the number that a draft did not get to use. */
export async function releaseNumber({ trx }: Write, draft: Invoice): Promise<void> {
  const place = await unplaceNumber(trx, draft.id);
  if (place) await giveBackInvoiceNumber(trx, place);
}

/** Makes a locked draft an invoice: with its number of the series, for good (docs/product/invoices.md#numbers). */
export async function issueInvoice(
  write: Write,
  draft: Locked<Invoice>,
  values: Partial<Invoice> & { status: 'pending' | 'sent' },
): Promise<Locked<Invoice>> {
  const invoice_number = await reserveNumber(write, draft);
  const was_sent = values.status === 'sent';
  return updateRecord(write, invoices, {
    row: draft,
    action: 'issued',
    values: { ...values, invoice_number, was_sent, reserved_number: null },
  });
}

/** Gives a locked invoice a status that a person chose; `canTakeStatus` has allowed it. */
export async function applyStatus(
  write: Write,
  invoice: Locked<InvoiceWithLines>,
  status: Invoice['status'],
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
    tellOrder(write, invoice);
    return { ...cancelled, items: items.map((line) => ({ ...line, order_line_id: null })) };
  }
  if (status !== 'pending' && status !== 'sent') return invoice;
  if (invoice.status === 'draft') {
    return { ...(await issueInvoice(write, row, { status })), items };
  }
  const values = { status, was_sent: status === 'sent' };
  return { ...(await updateRecord(write, invoices, { row, values })), items };
}

/** How the feed names what payments and the calendar make of an invoice. */
const actions: Partial<Record<Invoice['status'], string>> = {
  paid: 'paid',
  partially_paid: 'partially paid',
  overdue: 'overdue',
};

/**
 * Brings a locked invoice along with its payments and the calendar, `paid` being the sum of the completed ones; a draft
 * is issued (docs/product/payments.md#the-invoice-follows).
 */
export async function settleInvoice(
  write: Write,
  invoice: Locked<Invoice>,
  paid: number,
): Promise<Locked<Invoice>> {
  return followPayments(write, await issueDraft(write, invoice), paid);
}

/** A locked invoice as it is once it is issued; one that is no draft stays as it is. */
export async function issueDraft(write: Write, invoice: Locked<Invoice>): Promise<Locked<Invoice>> {
  if (invoice.status !== 'draft') return invoice;
  return issueInvoice(write, invoice, { status: 'pending' });
}

/** The same for an invoice that stays a draft when it is one. */
export async function followPayments(
  write: Write,
  invoice: Locked<Invoice>,
  paid: number,
): Promise<Locked<Invoice>> {
  const status = statusAfterPayments(invoice, paid, await companyToday(write));
  const action = status === invoice.status ? undefined : actions[status];
  return updateRecord(write, invoices, {
    row: invoice,
    values: { paid_amount: paid, status },
    ...(action ? { action } : {}),
  });
}

/** An order's row says whether it is invoiced: browsers that show it ask for it anew. */
export function tellOrder({ trx }: Write, { order_id }: Pick<Invoice, 'order_id'>): void {
  if (order_id === null) return;
  announce(trx, { entity: 'orders', id: order_id, action: 'updated', version: null });
}
