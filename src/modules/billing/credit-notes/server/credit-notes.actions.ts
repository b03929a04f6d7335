import { type Context, type Write, createdBy } from '~/kit/server/database/context';
import { type Locked, refuseStale } from '~/kit/server/database/entity';
import { type Beside, deleteRecord, insertWhole, updateWhole } from '~/kit/server/database/write';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canNote } from '~/modules/billing/invoices/invoices.rules';
import {
  type NotableLine,
  type Note,
  type noteFields,
  noteHeader,
  type NoteKind,
  type NoteWithLines,
} from '../credit-notes.fields';
import { canEdit, canTakeStatus, noteDateProblem } from '../credit-notes.rules';
import { noteAmounts, splitOf } from '../note-amounts.rules';
import type { ReturnedGoods } from '../returned-goods.rules';
import type { NewNote, NoteChange, SentItem } from '../requests.schema';
import { type NewLine, withIds } from '~/modules/sales/documents/lines/server/line-writing.service';
import {
  getNote,
  invoiceOf,
  lockNote,
  noteLines,
  notesOf,
  sumCredited,
} from './credit-notes.queries';
import { cancelNote, issueNote } from './issuing.internal';
import { listNotable, type NewNoteLine } from './lines.queries';
import { chosenLines, enforceOut, lockReturning, refuseFinerItems } from './lines.internal';

/** Makes a note of an issued invoice: a draft, or issued at once (docs/product/credit-notes.md#status). */
export async function createNote(
  context: Context,
  kind: NoteKind,
  sent: NewNote,
): Promise<NoteWithLines> {
  return context.write((write) => addNote(write, kind, sent));
}

export async function addNote(write: Write, kind: NoteKind, sent: NewNote): Promise<NoteWithLines> {
  const { trx, context } = write;
  const { goods_return = false, items, invoice_id, status } = sent;
  const invoice = await findInvoiceToPay(write, invoice_id);
  if (!invoice) throw invalid('invoice_id', 'Invoice not found');
  enforce(canNote(invoice));
  refuseReturn(kind, goods_return);
  const chosen = { kind, invoice, items, comeBack: goods_return, except: null };
  const { lines, amounts } = await contentOf(write, chosen);
  const note_date = sent.note_date ?? (await companyToday(write));
  checkDate(note_date, invoice);
  const { record, parts } = await insertWhole<typeof noteFields, NewLine>(
    write,
    notesOf[kind],
    {
      kind,
      invoice_id,
      ...picked(sent, noteHeader),
      note_date,
      ...amounts,
      item_count: lines.length,
      ...createdBy(context),
    },
    noteLines.insert(lines),
  );
  const draft = { ...record, items: withIds(lines, parts) };
  if (status !== 'issued') return draft;
  await issueNote(write, { note: record, invoice });
  return getNote(trx, notesOf[kind], { id: record.id });
}

interface Chosen {
  kind: NoteKind;
  invoice: Locked<Invoice>;
  items: readonly SentItem[];
  comeBack: boolean;
  /** The note that is changed, whose own claims do not count. */
  except: number | null;
}

async function contentOf(write: Write, { kind, invoice, items, comeBack, except }: Chosen) {
  const { trx } = write;
  const of = { invoiceId: invoice.id, except };
  const [notable, credited, { state_code: seller }] = await Promise.all([
    listNotable(trx, of),
    sumCredited(trx, of),
    billingIdentity(trx),
  ]);
  await refuseFinerItems(trx, items, notable);
  const lines = chosenLines(kind, items, { notable, split: splitOf(invoice, seller), comeBack });
  if (comeBack) {
    const goods = chosenGoods(items, notable);
    enforceOut(await lockReturning(write, invoice, goods), goods);
  }
  const amounts = noteAmounts(kind, lines, { invoice, credited });
  if (amounts.total_amount <= 0) throw invalid('items', 'The note total must be more than ₹0');
  return { lines, amounts };
}

function chosenGoods(items: readonly SentItem[], notable: readonly NotableLine[]): ReturnedGoods[] {
  const lines = new Map(notable.map((line) => [line.id, line]));
  return items.flatMap(({ invoice_line_id, quantity }) => {
    const { product_id = null, order_line_id = null } = lines.get(invoice_line_id) ?? {};
    return product_id === null ? [] : { product_id, order_line_id, quantity };
  });
}

function refuseReturn(kind: NoteKind, goodsReturn: boolean): void {
  if (kind === 'debit' && goodsReturn)
    throw invalid('goods_return', 'Only credit notes can return goods to stock');
}

function checkDate(note_date: string, invoice: Invoice): void {
  const problem = noteDateProblem(note_date, invoice);
  if (problem) throw invalid('note_date', problem);
}

/** Locks the invoice of a note before the note: of two notes at once the second sees what the first has claimed. */
export async function openNote(
  write: Write,
  kind: NoteKind,
  { id, seen }: { id: number; seen?: string | undefined },
): Promise<{ invoice: Locked<Invoice>; note: Locked<NoteWithLines> }> {
  const [invoice, note] = await Promise.all([
    findInvoiceToPay(write, invoiceOf(id)),
    lockNote(write.trx, notesOf[kind], { id, person: write.context.person }),
  ]);
  if (!invoice) throw notFound('Invoice');
  refuseStale(note, seen);
  return { invoice, note };
}

/** Changes a draft (docs/product/credit-notes.md#status). */
export async function updateNote(
  context: Context,
  kind: NoteKind,
  { id, change }: { id: number; change: NoteChange },
): Promise<NoteWithLines> {
  const { updated_at: seen, items: sent, ...values } = change;
  return context.write(async (write) => {
    const { invoice, note } = await openNote(write, kind, { id, seen });
    enforce(canEdit(note));
    const comeBack = values.goods_return ?? note.goods_return;
    refuseReturn(kind, comeBack);
    checkDate(values.note_date ?? note.note_date, invoice);
    const { items: before, ...row } = note;
    const items = sent ?? (comeBack === note.goods_return ? null : before);
    const chosen = items && { kind, invoice, items, comeBack, except: id };
    const content = chosen && (await contentOf(write, chosen));
    const { record, parts } = await updateWhole<typeof noteFields, NewLine>(
      write,
      notesOf[kind],
      {
        row,
        values: { ...values, ...content?.amounts, item_count: content?.lines.length },
      },
      content ? besideOf(before, content.lines) : undefined,
    );
    return { ...record, items: content ? withIds(content.lines, parts) : before };
  });
}

function besideOf(
  before: NoteWithLines['items'],
  lines: readonly NewNoteLine[],
): Beside | undefined {
  const own = before.map(({ id: _id, ...line }) => line);
  return { parts: noteLines.replace(lines), before: { items: own }, after: { items: lines } };
}

/** Issues a draft, or cancels an issued note (docs/product/credit-notes.md#status). */
export async function setNoteStatus(
  context: Context,
  kind: NoteKind,
  sent: { id: number; status: Note['status']; updated_at?: string | undefined },
): Promise<NoteWithLines> {
  const { id, status, updated_at: seen } = sent;
  return context.write(async (write) => {
    const { invoice, note } = await openNote(write, kind, { id, seen });
    enforce(canTakeStatus(note, status));
    if (status === note.status) return note;
    const { items, ...row } = note;
    const change = status === 'issued' ? issueNote : cancelNote;
    return { ...(await change(write, { note: row, invoice })), items };
  });
}

export async function deleteNote(
  context: Context,
  kind: NoteKind,
  id: number,
): Promise<{ id: number }> {
  return context.write(async (write) => {
    const { note } = await openNote(write, kind, { id });
    enforce(canEdit(note));
    const { items: _items, ...row } = note;
    await deleteRecord(write, notesOf[kind], { row });
    return { id };
  });
}
