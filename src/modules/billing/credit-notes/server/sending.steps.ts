import { actorOf, type Context, nobody, type Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import { updateRecord } from '~/kit/server/database/write';
import { AppError, enforce } from '~/kit/server/errors';
import { queueMail, unknownOutcome } from '~/kit/server/mail/mail';
import { formatMoney } from '~/kit/shared/money/money';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { recipientOf } from '~/modules/sales/customers/server/recipients.service';
import type { PdfFile } from '~/modules/billing/invoices/server/tax-documents.service';
import { letterWith } from '~/modules/sales/documents/letters.rules';
import {
  deliverInTime,
  endOfPatience,
  findOutcome,
  type MailDelivery,
  settleUnsettled,
} from '~/modules/sales/documents/server/mailing.service';
import { type NoteKind, noteKinds, type NoteWithLines } from '../credit-notes.fields';
import { canSend } from '../credit-notes.rules';
import { anyNotes, getNote, lockNote, notesOf } from './credit-notes.queries';
import { openNote } from './credit-notes.steps';
import { issueNote } from './issuing.steps';
import { notePdf } from './note-documents.steps';
import { noteQueuedMail } from './note-files.queries';

/**
 * Mails a note to the customer of its invoice; a draft is issued first, whatever becomes of the mail
 * (docs/product/credit-notes.md#sending). When it is refused: 502, and only `mail_status` and `mail_error` change.
 */
export async function sendNote(
  context: Context,
  { kind, id }: { kind: NoteKind; id: number },
  delivery: MailDelivery,
): Promise<NoteWithLines> {
  const late = endOfPatience();
  const mailId = await queueWithFile(context, { kind, id });
  const settle = () => settleMail(context.db, id, context);
  const outcome = await deliverInTime(context, { ...delivery, mailId, late, settle });
  if (outcome?.status === 'failed')
    throw new AppError('note.mail_rejected', 502, outcome.error ?? 'The mail was not accepted');
  return getNote(context.db, notesOf[kind], { id });
}

/** Takes the transaction back: the file to be attached is not made yet. */
class FileMissing extends Error {}

/**
 * The key of the call belongs to the transaction that queues the mail, so a repeated call gets its answer before anything
 * is done. The note is issued, and its file made, outside of it.
 */
async function queueWithFile(
  context: Context,
  { kind, id }: { kind: NoteKind; id: number },
): Promise<number> {
  const queue = (file: PdfFile | null) =>
    context.transaction((trx) => queueNote({ trx, context }, { kind, id, file }));
  try {
    return await queue(null);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  await inTransaction(
    context.db,
    (trx) => issueDraft({ trx, context }, kind, id),
    actorOf(context),
  );
  return queue(await notePdf(context.db, await getNote(context.db, notesOf[kind], { id })));
}

async function issueDraft(write: Write, kind: NoteKind, id: number): Promise<void> {
  const { invoice, note } = await openNote(write, kind, { id });
  const { items: _items, ...row } = note;
  if (note.status === 'draft') await issueNote(write, { note: row, invoice });
}

interface Attached {
  kind: NoteKind;
  id: number;
  file: PdfFile | null;
}

/** Committed before the mail server is contacted. */
async function queueNote(write: Write, { kind, id, file }: Attached): Promise<number> {
  const { trx, context } = write;
  const { note } = await openNote(write, kind, { id });
  enforce(canSend(note));
  const { to, contact } = await recipientOf(write, note, 'note.recipient_missing');
  if (file === null) throw new FileMissing();
  const { company_name: company } = await billingIdentity(trx);
  const letter = letterWith({
    noun: noteKinds[kind].noun,
    number: note.note_number,
    date: note.note_date,
    contact,
    company,
    facts: [
      ['Invoice', note.invoice_number],
      ['Amount', formatMoney(note.total_amount, 'INR')],
    ],
  });
  const { now } = context;
  const attachments = [
    { filename: file.name, contentType: 'application/pdf', content: file.content },
  ];
  const mailId = await queueMail(trx, { ...letter, to, attachments }, now);
  await noteQueuedMail(trx, { noteId: id, mailId, now });
  return mailId;
}

/** Records the outcomes of mails that were completed in the background. */
export async function settleNoteMails(db: Db, now: Date): Promise<void> {
  await settleUnsettled(db, anyNotes.name, (id) => settleMail(db, id, { person: nobody, now }));
}

/** Applies the outcome of a note's mail, once. */
async function settleMail(
  db: Db,
  id: number,
  context: Write['context'] & Partial<Pick<Context, 'address'>>,
): Promise<void> {
  await inTransaction(
    db,
    async (trx) => {
      const { items: _items, ...note } = await lockNote(trx, anyNotes, { id });
      const outcome = await findOutcome(trx, anyNotes.name, id);
      if (!outcome) return;
      const isSent = outcome.status === 'accepted';
      await updateRecord({ trx, context }, notesOf[note.kind], {
        row: note,
        action: isSent ? 'sent' : 'not sent',
        values: isSent
          ? { mail_status: 'accepted', mail_error: null, mailed_at: outcome.at }
          : { mail_status: 'failed', mail_error: outcome.last_error ?? unknownOutcome },
      });
    },
    actorOf(context),
  );
}
