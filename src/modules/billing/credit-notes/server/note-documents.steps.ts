import type { Db } from '~/kit/server/database/db';
import { makePdf } from '~/kit/server/files/pdf';
import { taxPrintDocument } from '~/modules/sales/documents/tax-documents.print';
import { filed } from '~/modules/billing/invoices/server/filed.service';
import {
  fileName,
  frozenPrintable,
  type PdfFile,
} from '~/modules/billing/invoices/server/tax-documents.service';
import { noteKinds, type NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { findFile, keepFile } from './note-files.queries';

/**
 * A note as a PDF file, made outside of any transaction. Of an issued one it is made once and then the same for
 * everybody; a cancelled one says so, and one with an IRN bears that (docs/product/credit-notes.md#document).
 */
export async function notePdf(db: Db, note: NoteWithLines): Promise<PdfFile> {
  const name = fileName(note.note_number);
  const { id, kind, status } = note;
  const irn =
    status === 'issued'
      ? await filed.get().findRegistration(db, { kind: noteKinds[kind].type, id })
      : null;
  const isKept = status === 'issued' && irn === null;
  const kept = isKept ? await findFile(db, id) : null;
  if (kept) return { name, content: kept };
  const { printable } = await frozenPrintable(db, note.invoice_id);
  const { document, account, upi_id, logo } = printable;
  // A credit note asks for no money.
  const paidInto = kind === 'debit' ? { account, upi_id } : { account: null, upi_id: null };
  const extras = { ...paidInto, logo, irn };
  const made = await makePdf(taxPrintDocument(noteDocument(note, document), extras));
  return { name, content: isKept ? await keepFile(db, id, made) : made };
}
