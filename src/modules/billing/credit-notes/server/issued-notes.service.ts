import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import {
  isWhole,
  type ReadDocuments,
} from '~/modules/sales/documents/findings/damaged-documents.rules';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import {
  taxDocumentsOf,
  getTaxDocument,
} from '~/modules/billing/invoices/server/tax-documents.service';
import { noteKinds, type NoteKind, type NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { listIssuedNoteIds, listNotesWithLines, getNote, notesOf } from './credit-notes.queries';
import type { Context, Write } from '~/kit/server/database/context';
import { openNote } from './credit-notes.actions';

/** A note as a tax document, with what its invoice comes to in rupees. */
export type NoteDocument = TaxDocument & { original_total: number };

const slice = 500;

/**
 * The notes that were issued from one day to another, cancelled ones too, slice by slice; those of a damaged invoice are
 * damaged as well (docs/product/returns.md#tables).
 */
export async function* issuedNoteDocuments(
  db: Db,
  days: { from: Day; to: Day },
): AsyncGenerator<ReadDocuments<NoteDocument>> {
  const ids = await listIssuedNoteIds(db, days);
  for (let at = 0; at < ids.length; at += slice) {
    const notes = await listNotesWithLines(db, ids.slice(at, at + slice));
    const ofNotes = [...new Set(notes.map(({ invoice_id }) => invoice_id))];
    const invoices = await taxDocumentsOf(db, ofNotes);
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    const read: ReadDocuments<NoteDocument> = { documents: [], damaged: [] };
    for (const note of notes) {
      const invoice = byId.get(note.invoice_id);
      const { id, note_number: number, status } = note;
      if (invoice && isWhole(invoice))
        read.documents.push({
          ...noteDocument(note, invoice),
          original_total: invoice.total_amount,
        });
      else read.damaged.push({ kind: noteKinds[note.kind].type, id, number, status });
    }
    yield read;
  }
}

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
