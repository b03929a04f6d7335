import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { isWhole, type ReadDocuments } from '~/modules/sales/documents/damaged-documents.rules';
import type { TaxDocument } from '~/modules/sales/documents/tax-documents.fields';
import { taxDocumentsOf } from '~/modules/billing/invoices/server/tax-documents.service';
import { noteKinds } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { listIssuedNoteIds, listNotesWithLines } from './issued-notes.queries';

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
