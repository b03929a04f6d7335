import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { actorOf, type Context, anonymous, type Write } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import type { Entity, Locked } from '~/kit/server/database/entity';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import { updateRecord } from '~/kit/server/database/write';
import { AppError } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import {
  deliverMail,
  type MailOutcome,
  queueMail,
  unknownOutcome,
  withdrawMail,
} from '~/kit/server/mail/mail';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import type { ErrorCode } from '~/kit/shared/error-codes';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import type { Recipients } from '~/modules/sales/customers/server/recipients.service';
import { type Letter, letterWith } from '~/modules/sales/documents/print/letters.rules';
import { findFile, findOutcome, listUnsettled, noteQueuedMail } from './papers.queries';
import { fileName, type Paper, paperPdf, registrationOf } from './printing.service';

/** A file that is made, and what it says. */
export interface PreparedFile {
  printed: PrintDocument;
  content: Buffer;
}

/** Takes the transaction back: what the mail needs is prepared outside of it first. */
export class NotPrepared extends Error {
  readonly prepare: (context: Context) => Promise<PreparedFile | null>;

  constructor(prepare: NotPrepared['prepare']) {
    super('The email is not prepared yet');
    this.prepare = prepare;
  }
}

/** The made file where it says this; else the transaction is taken back to make it. */
export function preparedFile(prepared: PreparedFile | null, printed: PrintDocument): Buffer {
  if (prepared && isDeepStrictEqual(prepared.printed, printed)) return prepared.content;
  throw new NotPrepared(async () => ({ printed, content: await makePdf(printed) }));
}

/** The file of an issued paper: with its IRN made each time from what is kept, else the kept one. */
export async function issuedFile(
  trx: Transaction,
  paper: Paper,
  prepared: PreparedFile | null,
): Promise<Buffer> {
  const irn = await registrationOf(trx, paper);
  if (irn) return preparedFile(prepared, await paper.print(trx, { irn }));
  const stored = await findFile(trx, paper);
  if (stored) return stored;
  throw new NotPrepared(async ({ db }) => {
    await paperPdf(db, paper);
    return null;
  });
}

interface MailState {
  [column: string]: string | null;
  mail_status: 'accepted';
  mail_error: null;
  mailed_at: string;
}

interface RecordId {
  id: number;
}

/** How the papers of a table are mailed. */
export interface PaperMails<F extends Fields, Row extends RecordId> {
  entity: Entity<F>;
  /** Where rows of the table go by several nouns. */
  entityOf?: (row: RowOf<F>) => Entity<F>;
  /** For a mail that the mail server refuses. */
  rejected: ErrorCode;
  /** Whom it goes to; 400 where there is no address. */
  recipients: (write: Write, row: Row) => Promise<Recipients>;
  /** Locked for a person who may send it now. */
  open: (write: Write, id: number) => Promise<Row>;
  /** What the mail says and the file that goes with it; it may throw `NotPrepared`. */
  compose: (
    write: Write,
    row: Row,
    prepared: PreparedFile | null,
  ) => Promise<{ letter: Omit<Letter, 'contact' | 'company'>; content: Buffer }>;
  lock: (trx: Transaction, id: number) => Promise<Locked<RowOf<F>>>;
  /** Writes that the mail server has accepted the mail. */
  accept: (write: Write, row: Locked<RowOf<F>>, mailed: MailState) => Promise<unknown>;
  /** What else a failure changes; `error` is null or `unknownOutcome` where the mail may have arrived. */
  reject?: (write: Write, row: Locked<RowOf<F>>, error: string | null) => Promise<void>;
}

export interface MailDelivery {
  database: Database;
  transport: MailTransport;
  runAfterReply: (work: Promise<unknown>) => void;
}

// A slower mail is completed in the background (docs/product/invoices.md#sending).
const patienceMs = 8000;

/** Started with the call, since making the file takes part of that time: gives null once the reply may wait no longer. */
export function replyLimit(): Promise<null> {
  return sleep(patienceMs, null, { ref: false });
}

/**
 * Mails a paper to its customer (docs/product/invoices.md#sending). When the mail server refuses it: 502, and only
 * `mail_status` and `mail_error` change. Without an answer in time `mail_status` is `queued`, and a job records the
 * outcome.
 */
export async function sendPaper<F extends Fields, Row extends RecordId>(
  context: Context,
  kind: PaperMails<F, Row>,
  { id, delivery }: { id: number; delivery: MailDelivery },
): Promise<void> {
  const limit = replyLimit();
  const { mailId } = await queuePrepared(context, kind, id);
  await concludeMail(context, delivery, {
    mailId,
    limit,
    rejected: kind.rejected,
    settle: () => settleMail(context.db, kind, { id, context }),
  });
}

/**
 * Sends a queued mail and waits for the mail server as long as a browser does: 502 when it refuses. Null where it did not
 * answer in time; the mail is completed in the background.
 */
export async function concludeMail(
  context: Context,
  delivery: MailDelivery,
  { rejected, limit, ...sending }: Sending & { rejected: ErrorCode; limit: Promise<null> },
): Promise<'accepted' | null> {
  const work = conclude(context, delivery, sending);
  delivery.runAfterReply(work);
  const outcome = await Promise.race([work, limit]);
  if (outcome?.status === 'failed')
    throw new AppError(rejected, outcome.error ?? 'The email was not accepted');
  return outcome?.status === 'accepted' ? 'accepted' : null;
}

const mostAttempts = 5;

/**
 * The key of the call belongs to the transaction that queues the mail, so a repeated call gets its answer before anything
 * is done. Files are made outside of it, which would lock the number series.
 */
async function queuePrepared<F extends Fields, Row extends RecordId>(
  context: Context,
  kind: PaperMails<F, Row>,
  id: number,
): Promise<{ mailId: number }> {
  let file: PreparedFile | null = null;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    try {
      const prepared = file;
      return await context.write((write) => queuePaper(write, kind, { id, prepared }));
    } catch (error) {
      if (!(error instanceof NotPrepared)) throw error;
      file = (await error.prepare(context)) ?? file;
    }
  }
  const nouns = `${kind.entity.noun.toLowerCase()}s`;
  const message = `Many ${nouns} are being issued at once. Please send this one again.`;
  throw new AppError('server.busy', message, { retryAfterSeconds: 2 });
}

/**
 * Committed before the mail server is contacted: even if this server crashes, no other paper gets the number in the
 * mail.
 */
async function queuePaper<F extends Fields, Row extends RecordId>(
  write: Write,
  kind: PaperMails<F, Row>,
  { id, prepared }: { id: number; prepared: PreparedFile | null },
): Promise<{ mailId: number }> {
  const { trx, context } = write;
  const row = await kind.open(write, id);
  const { to, contact } = await kind.recipients(write, row);
  const { letter, content } = await kind.compose(write, row, prepared);
  const { company_name: company } = await billingIdentity(trx);
  const { now } = context;
  const attachments = [
    { filename: fileName(letter.number), contentType: 'application/pdf', content },
  ];
  const mail = { ...letterWith({ ...letter, contact, company }), to, attachments };
  const mailId = await queueMail(trx, mail, now);
  await noteQueuedMail(trx, { kind: kind.entity.name, id }, { mailId, now });
  return { mailId };
}

interface Sending {
  mailId: number;
  /** Applies the outcome to what was mailed. */
  settle?: () => Promise<void>;
}

/** A single attempt: a mail that the server cannot take now is not retried without the sender's knowledge. */
async function conclude(
  { db, now }: Context,
  { database, transport }: MailDelivery,
  { mailId, settle }: Sending,
): Promise<MailOutcome> {
  const first = await deliverMail(database, mailId, transport, now);
  const outcome = first.status === 'queued' ? await withdrawMail(db, mailId, now) : first;
  await settle?.();
  return outcome ?? first;
}

/** Records the outcomes of mails that were completed in the background, as a job does. */
export async function settleMails<F extends Fields, Row extends RecordId>(
  db: Db,
  kind: PaperMails<F, Row>,
  now: Date,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listUnsettled(db, kind.entity.name))
    await settleMail(db, kind, { id, context: { person: anonymous, now } }).catch(
      (error: unknown) => failures.push(error),
    );
  if (failures.length > 0) throw new AggregateError(failures, 'Some mails could not be settled');
}

interface Settled {
  id: number;
  context: Write['context'] & Partial<Pick<Context, 'address'>>;
}

/** Applies the outcome of a paper's mail, once. */
async function settleMail<F extends Fields, Row extends RecordId>(
  db: Db,
  kind: PaperMails<F, Row>,
  { id, context }: Settled,
): Promise<void> {
  await inTransaction(
    db,
    async (trx) => {
      const write = { trx, context };
      const row = await kind.lock(trx, id);
      const outcome = await findOutcome(trx, { kind: kind.entity.name, id });
      if (!outcome) return;
      const { status, at: mailed_at, last_error } = outcome;
      if (status === 'accepted') {
        await kind.accept(write, row, { mail_status: 'accepted', mail_error: null, mailed_at });
        return;
      }
      await kind.reject?.(write, row, last_error);
      await updateRecord(write, kind.entityOf?.(row) ?? kind.entity, {
        row,
        action: 'not sent',
        values: { mail_status: 'failed', mail_error: last_error ?? unknownOutcome },
      });
    },
    actorOf(context),
  );
}
