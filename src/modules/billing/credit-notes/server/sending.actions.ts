import { recipientOf } from '~/modules/sales/customers/server/recipients.service';
import { actorOf, type Context, type Write } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { updateRecord } from '~/kit/server/database/write';
import { enforce } from '~/kit/server/errors';
import { formatMoney } from '~/kit/shared/money/money';
import {
  issuedFile,
  type MailDelivery,
  NotPrepared,
  type PaperMails,
  sendPaper,
} from '~/modules/sales/papers/server/sending.service';
import {
  type noteFields,
  type NoteKind,
  noteKinds,
  type NoteWithLines,
} from '../credit-notes.fields';
import { canSend } from '../credit-notes.rules';
import { anyNotes, getNote, lockNote, notesOf } from './credit-notes.queries';
import { openNote } from './credit-notes.actions';
import { issueNote } from './issuing.internal';
import { notePaper } from './note-papers.internal';

/** The mails of notes of one kind; their outcomes are found and settled for both kinds, which share a table. */
export function noteMails(kind: NoteKind): PaperMails<typeof noteFields, NoteWithLines> {
  return {
    entity: notesOf[kind],
    entityOf: (note) => notesOf[note.kind],
    rejected: 'note.mail_rejected',
    recipients: (write, note) => recipientOf(write, note, 'note.recipient_missing'),
    open: async (write, id) => {
      const { note } = await openNote(write, kind, { id });
      enforce(canSend(note));
      return note;
    },
    compose: async ({ trx }, note, prepared) => {
      const { id, invoice_number, total_amount } = note;
      if (note.status === 'draft')
        throw new NotPrepared(async (context) => {
          const issue = (own: Write['trx']) => issueDraft({ trx: own, context }, kind, id);
          await inTransaction(context.db, issue, actorOf(context));
          return null;
        });
      const details = [
        ['Invoice', invoice_number],
        ['Amount', formatMoney(total_amount, 'INR')],
      ] as const;
      const { note_number: number, note_date: date } = note;
      return {
        letter: { noun: noteKinds[kind].noun, number, date, details },
        content: await issuedFile(trx, notePaper(note), prepared),
      };
    },
    lock: (trx, id) => lockNote(trx, anyNotes, { id }),
    accept: (write, row, values) =>
      updateRecord(write, notesOf[row.kind], { row, action: 'sent', values }),
  };
}

/**
 * Mails a note to the customer of its invoice; a draft is issued first, and stays issued if the email fails
 * (docs/product/credit-notes.md#sending).
 */
export async function sendNote(
  context: Context,
  { kind, id }: { kind: NoteKind; id: number },
  delivery: MailDelivery,
): Promise<NoteWithLines> {
  await sendPaper(context, noteMails(kind), { id, delivery });
  return getNote(context.db, notesOf[kind], { id });
}

async function issueDraft(write: Write, kind: NoteKind, id: number): Promise<void> {
  const { invoice, note } = await openNote(write, kind, { id });
  const { items: _items, ...row } = note;
  if (note.status === 'draft') await issueNote(write, { note: row, invoice });
}
