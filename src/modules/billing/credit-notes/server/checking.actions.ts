import type { Context, Write } from '~/kit/server/database/context';
import type { DocumentCheckResult } from '~/modules/sales/documents/findings/findings.fields';
import { getTaxDocument } from '~/modules/billing/invoices/server/tax-documents.service';
import {
  checkByPortals,
  checkPaper,
  notReady,
} from '~/modules/sales/papers/server/checking.service';
import { type Note, noteKinds, type NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { anyNotes, findLastNote, getNote } from './credit-notes.queries';

async function checkedOf(db: Context['db'], note: NoteWithLines) {
  const document = noteDocument(note, await getTaxDocument(db, note.invoice_id));
  return { document, path: noteKinds[note.kind].path, customer_id: note.customer_id };
}

/** What portals would refuse or doubt in a note, and its date (docs/product/credit-notes.md#check-before-issue). */
export async function checkNote(
  context: Pick<Context, 'db' | 'now'>,
  note: NoteWithLines,
): Promise<DocumentCheckResult> {
  return checkPaper(context, await checkedOf(context.db, note), findLastNote);
}

/** 409 with what portals would refuse of a draft's own: all but its date is its invoice's, which never changes. */
export async function enforceNoteReady(
  { trx, context }: Write,
  { id, tax_mode }: Pick<Note, 'id' | 'tax_mode'>,
): Promise<void> {
  if (tax_mode === 'single') return;
  const checked = await checkedOf(trx, await getNote(trx, anyNotes, { id }));
  const { findings } = await checkByPortals({ db: trx, now: context.now }, checked);
  const errors = findings.filter(({ severity, field }) => severity === 'error' && field === 'date');
  if (errors.length > 0) throw notReady('note.not_ready', 'note', errors);
}
