import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import type { Paper } from '~/modules/sales/papers/server/printing.service';
import { frozenPrintable } from '~/modules/billing/invoices/server/tax-documents.service';
import { noteKinds, type NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { anyNotes } from './credit-notes.queries';

/** A note as a paper; what its file says of the parties is its invoice's (docs/product/credit-notes.md#document). */
export function notePaper(note: NoteWithLines): Paper {
  const { id, kind, note_number: number, status, invoice_id } = note;
  return {
    kind: anyNotes.name,
    id,
    number,
    status,
    filedAs: noteKinds[kind].type,
    print: async (db, extras) => {
      const { document, account, upi_id, logo } = await frozenPrintable(db, invoice_id);
      // A credit note asks for no money.
      const paidInto = kind === 'debit' ? { account, upi_id } : { account: null, upi_id: null };
      return taxPrintDocument(noteDocument(note, document), { ...paidInto, logo, ...extras });
    },
  };
}
