import type { Context, Write } from '~/kit/server/database/context';
import type { TaxDocument } from '~/modules/sales/documents/tax-documents.fields';
import { getTaxDocument } from '~/modules/billing/invoices/server/tax-documents.service';
import type { NoteKind, NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { getNote, notesOf } from './credit-notes.queries';
import { openNote } from './credit-notes.actions';

/** A note as portals take it, with the customer of its invoice. */
interface FiledNote {
  document: TaxDocument;
  customer_id: number;
}

/** 404 for a note that the person may not read. */
export async function readFiledNote(
  { db, person }: Pick<Context, 'db' | 'person'>,
  kind: NoteKind,
  id: number,
): Promise<FiledNote> {
  return filedNote(db, await getNote(db, notesOf[kind], { id, person }));
}

/** A note, locked until the transaction ends: 404, 403 for viewers of its workspace. */
export async function openFiledNote(write: Write, kind: NoteKind, id: number): Promise<FiledNote> {
  const { note } = await openNote(write, kind, { id });
  return filedNote(write.trx, note);
}

async function filedNote(db: Context['db'], note: NoteWithLines): Promise<FiledNote> {
  const invoice = await getTaxDocument(db, note.invoice_id);
  return { customer_id: note.customer_id, document: noteDocument(note, invoice) };
}
