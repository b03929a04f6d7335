import type { ErrorTable } from '~/kit/shared/error-codes';
import type { Day } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { heldBy } from '~/modules/sales/orders/stock.rules';
import { type GoodsOrder, notOut, type ReturnedGoods } from './returned-goods.rules';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { type Note, noteKinds } from './credit-notes.fields';

export const noteRefusals = {
  'note.already_issued': [409, 'The note is issued and can no longer be changed'],
  'note.is_draft': [409, 'The note is a draft: delete it instead of cancelling it'],
  'note.cancelled': [409, 'The note is cancelled'],
  'note.invoice_not_issued': [409, 'The invoice is a draft: edit it directly'],
  'note.already_credited': [409, 'More than the rest of the invoice after credit notes'],
  'note.goods_not_out': [
    409,
    'The goods of the order have not been shipped, so they cannot be returned',
  ],
  'note.not_ready': [409, 'The portals would refuse the note; `details` list the reasons'],
  'note.irn_active': [409, 'The note has an IRN: cancel it on the portal first'],
  'note.being_sent': [409, 'The note is being sent'],
  'note.mail_rejected': [502, 'The mail server rejected the email'],
  'note.recipient_missing': [400, 'The customer has no email address'],
} as const satisfies ErrorTable;

type Status = Note['status'];
type NoteState = Pick<Note, 'status' | 'mail_status'>;

const cancelled = refused('note.cancelled', 'This note has been cancelled');
const beingSent = refused(
  'note.being_sent',
  'This note is being sent. Wait until its email is sent.',
);

const irnActive = refused(
  'note.irn_active',
  'This note has an IRN. Cancel it on the portal within 24 hours and record that here first.',
);

/** Whether a person may set this status (docs/product/credit-notes.md#status). */
export function canTakeStatus(note: NoteState & Pick<Note, 'has_irn'>, status: Status): Verdict {
  if (status === note.status) return allowed;
  if (note.status === 'cancelled') return cancelled;
  if (status === 'draft') {
    return refused('note.already_issued', 'An issued note cannot become a draft again');
  }
  if (status === 'issued') return allowed;
  if (note.status === 'draft') {
    return refused('note.is_draft', 'A draft cannot be cancelled. Delete it instead');
  }
  if (note.mail_status === 'queued') return beingSent;
  return note.has_irn ? irnActive : allowed;
}

/** Only drafts change and are deleted (docs/product/credit-notes.md#status). */
export function canEdit({ status }: Pick<Note, 'status'>): Verdict {
  if (status === 'draft') return allowed;
  if (status === 'cancelled') return cancelled;
  return refused('note.already_issued', 'An issued note cannot be changed or deleted');
}

/** A note is mailed once it is issued; a draft is issued by sending it. */
export function canSend(note: NoteState): Verdict {
  if (note.status === 'cancelled') return cancelled;
  return note.mail_status === 'queued' ? beingSent : allowed;
}

/** Goods come back of an order that has shipped them (docs/product/stock.md#returned-goods). */
export function canReturn(
  { order_number, ...order }: GoodsOrder & Pick<Order, 'order_number'>,
  goods: readonly ReturnedGoods[],
): Verdict {
  const line = notOut(order, goods);
  if (line === null) return allowed;
  const { taken } = heldBy(order.status, line);
  if (taken === 0) {
    return refused(
      'note.goods_not_out',
      `Order ${order_number} is ${order.status}, so its goods have not been shipped. Ship it first, or credit without returning goods.`,
    );
  }
  return refused(
    'note.goods_not_out',
    `Only ${taken} of "${line.description}" of order ${order_number} are out. Return at most those, or credit without returning goods.`,
  );
}

/** What is wrong with the date of a note, or null: it is not before that of its invoice. */
export function noteDateProblem(
  note_date: Day,
  { invoice_date }: Pick<Invoice, 'invoice_date'>,
): string | null {
  return note_date < invoice_date ? 'The note date cannot be before the invoice date' : null;
}

export function portalNote({ note_number: number, kind, ...note }: Note): PortalDocument {
  const { id, updated_at, status, supply_type } = note;
  const { path, noun } = noteKinds[kind];
  return { id, number, updated_at, status, supply_type, path, noun };
}
