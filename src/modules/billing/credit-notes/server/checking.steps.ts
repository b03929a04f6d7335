import type { Context, Write } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import type { CheckResult } from '~/modules/sales/documents/findings.fields';
import { checkResult, preflight } from '~/modules/sales/documents/preflight.rules';
import { dateFindingsOf } from '~/modules/billing/invoices/server/dates.service';
import { fixesOf, preflightFacts } from '~/modules/billing/invoices/server/preflight.service';
import { getTaxDocument } from '~/modules/billing/invoices/server/tax-documents.service';
import { type Note, noteKinds, type NoteWithLines } from '../credit-notes.fields';
import { noteDocument } from '../note-documents.rules';
import { anyNotes, findLastNote, getNote } from './credit-notes.queries';

/** What portals would refuse or doubt in a note, and its date (docs/product/credit-notes.md#check-before-issue). */
export async function checkNote(
  context: Pick<Context, 'db' | 'now'>,
  note: NoteWithLines,
): Promise<CheckResult> {
  const { id, kind, note_date: date, customer_id } = note;
  const { findings, ready } = await checkByPortals(context, note);
  if (note.status === 'cancelled') return { findings, ready };
  const { path, type } = noteKinds[kind];
  const found = await dateFindingsOf(context.db, { kind: type, id, date }, findLastNote);
  const dated = checkResult(found, fixesOf({ document: `${path}?view=${id}`, customer_id }));
  return { ready, findings: [...findings, ...dated.findings] };
}

async function checkByPortals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  note: NoteWithLines,
): Promise<CheckResult> {
  const { id, kind, customer_id, invoice_id } = note;
  const document = noteDocument(note, await getTaxDocument(db, invoice_id));
  const found = preflight(document, await preflightFacts(db, now));
  const path = `${noteKinds[kind].path}?view=${id}`;
  return checkResult(found, fixesOf({ document: path, customer_id }));
}

/** 409 with what portals would refuse of a draft's own: all but its date is its invoice's, which never changes. */
export async function enforceNoteReady(
  { trx, context }: Write,
  { id, tax_mode }: Pick<Note, 'id' | 'tax_mode'>,
): Promise<void> {
  if (tax_mode === 'single') return;
  const note = await getNote(trx, anyNotes, { id });
  const { findings } = await checkByPortals({ db: trx, now: context.now }, note);
  const details = findings
    .filter(({ severity, field }) => severity === 'error' && field === 'date')
    .map(({ field, message, fix }) => ({ field, message, fix }));
  if (details.length === 0) return;
  const sentence = `This note cannot be issued yet. ${details.map(({ message }) => message).join('. ')}`;
  throw new AppError('note.not_ready', 409, sentence, { details });
}
