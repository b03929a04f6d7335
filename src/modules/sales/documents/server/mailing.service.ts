import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { deliverMail, type MailOutcome, withdrawMail } from '~/kit/server/mail/mail';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import { listUnsettled } from './mailing.queries';

export { findOutcome } from './mailing.queries';

export interface MailDelivery {
  database: Database;
  transport: MailTransport;
  runAfterReply: (work: Promise<unknown>) => void;
}

// The browser gives up after ten seconds (docs/product/invoices.md#sending); a slower mail is completed in the
// background.
const patience = 8000;

/** Ends when a sender no longer waits for a mail; to be begun with the call. */
export function endOfPatience(): Promise<null> {
  return sleep(patience, null, { ref: false });
}

interface Sending extends MailDelivery {
  mailId: number;
  late: Promise<null>;
  /** Applies the outcome to the document. */
  settle: () => Promise<void>;
}

/** Delivers the queued mail of a document (docs/product/invoices.md#sending); null when that takes too long to wait. */
export async function deliverInTime(
  context: Context,
  sending: Sending,
): Promise<MailOutcome | null> {
  const work = conclude(context, sending);
  sending.runAfterReply(work);
  return Promise.race([work, sending.late]);
}

/** A single attempt: a mail that the server cannot take now is not retried without the sender's knowledge. */
async function conclude(
  { db, now }: Context,
  { database, transport, mailId, settle }: Sending,
): Promise<MailOutcome> {
  const first = await deliverMail(database, mailId, transport, now);
  const outcome = first.status === 'queued' ? await withdrawMail(db, mailId, now) : first;
  await settle();
  return outcome ?? first;
}

/** Applies the outcomes of mails that were completed in the background to the documents of a table. */
export async function settleUnsettled(
  db: Db,
  table: string,
  settle: (id: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listUnsettled(db, table))
    await settle(id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some mails could not be settled');
}
