import type { Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { enforce } from '~/kit/server/errors';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canNote } from '~/modules/billing/invoices/invoices.rules';
import { enforceCharge, followPayments } from '~/modules/billing/invoices/server/issuing.service';
import { enforceShares } from '~/modules/billing/invoices/server/order-shares.service';
import type { MovedBy } from '~/modules/catalogue/products/stock/server/stock.service';
import { changeStocks } from '~/modules/catalogue/products/stock/server/stock.service';
import { may } from '~/modules/organization/users/rights.rules';
import { enforceDiscounts } from '~/modules/sales/price-lists/server/price-lists.service';
import { type Note, noteKinds } from '../credit-notes.fields';
import { cutPrices } from '../notable-lines.rules';
import { type ReturnedGoods, stockOfReturn } from '../returned-goods.rules';
import { enforceNoteReady } from './checking.actions';
import { getNote, notesOf, sumIssued } from './credit-notes.queries';
import { listNotable, listNotesOf, listReturned } from './lines.queries';
import { enforceOut, lockReturning, type ReturningOrder } from './lines.internal';

interface Noted {
  note: Locked<Note>;
  /** Its invoice, locked before the note. */
  invoice: Locked<Invoice>;
}

/**
 * Issues a locked draft: takes its legal number, brings goods back to stock, and the invoice follows
 * (docs/product/credit-notes.md#the-invoice-follows). 403 for anyone who may not issue invoices, 409 for one by GST whose
 * date portals would refuse, and for goods of an order that has not shipped them.
 */
export async function issueNote(write: Write, { note, invoice }: Noted): Promise<Locked<Note>> {
  enforce(may(write.context.person, 'invoices.issue'));
  enforce(canNote(invoice));
  await enforceNoteReady(write, note);
  if (write.context.person.rights !== null) await enforceNoteDiscounts(write, { note, invoice });
  const { trx } = write;
  const goods = note.goods_return ? await listReturned(trx, note.id) : [];
  const order = note.goods_return ? await lockReturning(write, invoice, goods) : null;
  enforceOut(order, goods);
  const settings = await getSettings(trx);
  const { type } = noteKinds[note.kind];
  const taken = await takeLegalNumber(trx, type, { day: note.note_date, settings });
  const issued = await updateRecord(write, notesOf[note.kind], {
    row: note,
    action: 'issued',
    values: {
      status: 'issued',
      note_number: taken.number,
      number_year: taken.year,
      number_sequence: taken.sequence,
    },
  });
  await follow(write, { note: issued, invoice }, { order, goods, direction: 'back' });
  return issued;
}

/** A credit note that cuts prices gives a discount on what is left of its lines. */
async function enforceNoteDiscounts(write: Write, { note, invoice }: Noted): Promise<void> {
  if (note.kind !== 'credit') return;
  const { trx } = write;
  const { items } = await getNote(trx, notesOf[note.kind], { id: note.id });
  const lines = cutPrices(items, await listNotable(trx, { invoiceId: invoice.id, except: null }));
  const { customer_id, invoice_date: date } = invoice;
  await enforceDiscounts(write, { customer_id, date, lines }, 'issue the credit note');
}

/**
 * Takes a locked issued note back: it keeps its number, and its goods leave stock again. 409 where what it credited of an
 * order was invoiced again.
 */
export async function cancelNote(write: Write, { note, invoice }: Noted): Promise<Locked<Note>> {
  const { id, kind } = note;
  const goods = note.goods_return ? await listReturned(write.trx, id) : [];
  const order = kind === 'credit' ? await lockReturning(write, invoice, goods) : null;
  const cancelled = await updateRecord(write, notesOf[note.kind], {
    row: note,
    action: 'cancelled',
    values: { status: 'cancelled' },
  });
  await follow(write, { note: cancelled, invoice }, { order, goods, direction: 'out' });
  if (order) await enforceShares(write, order);
  return cancelled;
}

/** The invoice follows its notes, and stock the goods that come back (docs/product/credit-notes.md#the-invoice-follows). */
async function follow(
  write: Write,
  { note, invoice }: Noted,
  {
    goods,
    ...way
  }: {
    order: ReturningOrder | null;
    goods: readonly ReturnedGoods[];
    direction: 'back' | 'out';
  },
): Promise<void> {
  const { trx } = write;
  if (note.goods_return) {
    const reason = `${notesOf[note.kind].noun} ${note.note_number}`;
    const changes = stockOfReturn(goods, way);
    const source = { type: notesOf[note.kind].type, id: note.id };
    const back = await goodsOf(write, { note, order: way.order, direction: way.direction });
    await changeStocks(write, changes, { type: 'return', reason, source, back });
  }
  const sums = await sumIssued(trx, invoice.id);
  enforceCharge({ ...invoice, ...sums });
  await followPayments(write, invoice, sums);
}

/** Whose goods come back with a note, less what earlier notes brought; those of a cancelled one leave again. */
async function goodsOf(
  { trx }: Write,
  way: { note: Note; order: ReturningOrder | null; direction: 'back' | 'out' },
): Promise<MovedBy> {
  const { note, order, direction } = way;
  const { type } = notesOf[note.kind];
  if (direction === 'out') return { sources: { type, ids: [note.id] } };
  if (!order) return {};
  const ids = await listNotesOf(trx, order.id);
  return { orderId: order.id, sources: { type, ids } };
}
