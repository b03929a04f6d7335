import type { Db } from '~/kit/server/database/db';
import { makePdf } from '~/kit/server/files/pdf';
import { taxPrintDocument } from '~/modules/documents/tax-documents.print';
import {
  fileName,
  frozenPrintable,
  type PdfFile,
} from '~/modules/invoices/server/tax-documents.service';
import type { NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { findFile, keepFile } from './note-files.queries';

/**
 * A note as a PDF file, made outside of any transaction. Of an issued one it is made once and then the same for
 * everybody; a cancelled one says so (docs/product/credit-notes.md#document).
 */
export async function notePdf(db: Db, note: NoteWithLines): Promise<PdfFile> {
  const name = fileName(note.note_number);
  const isKept = note.status === 'issued';
  const kept = isKept ? await findFile(db, note.id) : null;
  if (kept) return { name, content: kept };
  const { printable } = await frozenPrintable(db, note.invoice_id);
  const { document, account, upi_id, logo } = printable;
  // A credit note asks for no money.
  const paidInto = note.kind === 'debit' ? { account, upi_id } : { account: null, upi_id: null };
  const printed = taxPrintDocument(noteDocument(note, document), { ...paidInto, logo });
  const made = await makePdf(printed);
  return { name, content: isKept ? await keepFile(db, note.id, made) : made };
}
