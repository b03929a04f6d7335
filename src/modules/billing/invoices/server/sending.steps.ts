import { isDeepStrictEqual } from 'node:util';
import { actorOf, type Context, nobody, type Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import { queueMail, unknownOutcome } from '~/kit/server/mail/mail';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { updateRecord } from '~/kit/server/database/write';
import { recipientOf } from '~/modules/sales/customers/server/recipients.service';
import {
  deliverInTime,
  endOfPatience,
  findOutcome,
  type MailDelivery,
  settleUnsettled,
} from '~/modules/sales/documents/server/mailing.service';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { canSend } from '../invoices.rules';
import { filed } from './filed.service';
import { fileName, getPrintable, invoicePdf, printedOf } from './tax-documents.service';
import { invoiceMail } from './invoices.mail';
import { getInvoice, invoices, lockInvoice } from './invoices.queries';
import { issueInvoice, openInvoice, releaseNumber, reserveNumber } from './issuing.service';
import { enforceReady } from './preflight.service';
import { noteQueuedMail } from './mails.queries';
import { findFile, keepMailedDocument } from './tax-documents.queries';
import type { Locked } from '~/kit/server/database/entity';

/**
 * Mails an invoice to its customer; a draft or pending one becomes sent once the mail server has accepted it
 * (docs/product/invoices.md#sending). When it is refused: 502, and only `mail_status` and `mail_error` change. Without
 * an answer in time `mail_status` is `queued`, and a job records the outcome.
 */
export async function sendInvoice(
  context: Context,
  id: number,
  delivery: MailDelivery,
): Promise<InvoiceWithLines> {
  const late = endOfPatience();
  const { mailId } = await queueWithDocument(context, id);
  const settle = () => settleMail(context.db, id, context);
  const outcome = await deliverInTime(context, { ...delivery, mailId, late, settle });
  if (outcome?.status === 'failed') {
    throw new AppError('invoice.mail_rejected', 502, outcome.error ?? 'The mail was not accepted');
  }
  return getInvoice(context.db, id);
}

/** What the file of a draft says under the number that it gets, and the file. */
interface Attached {
  printed: PrintDocument;
  content: Buffer;
}

/** Takes the transaction back: the file to be attached is not made yet, or no longer says what it must. */
class DocumentMissing extends Error {
  /** Null for the file of an issued invoice, which is kept. */
  readonly printed: PrintDocument | null;

  constructor(printed: PrintDocument | null) {
    super('The document is not made yet');
    this.printed = printed;
  }
}

const mostAttempts = 5;

/**
 * The document says the number that the draft gets, but is made outside of the transaction, which would lock the series
 * meanwhile: what it says is found out first, and compared when the invoice is queued with it.
 */
async function queueWithDocument(context: Context, id: number): Promise<{ mailId: number }> {
  let made: Attached | null = null;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    try {
      const attached = made;
      return await context.transaction((trx) => queueInvoice({ trx, context }, id, attached));
    } catch (error) {
      if (!(error instanceof DocumentMissing)) throw error;
      const { printed } = error;
      if (printed) made = { printed, content: await makePdf(printed) };
      else await invoicePdf(context.db, id);
    }
  }
  const sentence = 'Many invoices are being issued at once. Please send this one again.';
  throw new AppError('server.busy', 503, sentence, { retryAfterSeconds: 2 });
}

/**
 * Committed before the mail server is contacted: even if this server crashes, no other invoice gets the number in the
 * mail.
 */
async function queueInvoice(
  write: Write,
  id: number,
  made: Attached | null,
): Promise<{ mailId: number }> {
  const { trx, context } = write;
  const invoice = await openInvoice(write, id);
  enforce(canSend(invoice));
  const { to, contact } = await recipientOf(write, invoice, 'invoice.recipient_missing');
  const isDraft = invoice.status === 'draft';
  if (isDraft) await enforceReady(write, invoice);
  const reservedNumber = isDraft ? await reserveNumber(write, invoice) : null;
  const printed: Invoice = reservedNumber
    ? { ...invoice, invoice_number: reservedNumber, status: 'sent' }
    : invoice;
  const content = reservedNumber
    ? await mailedDraft(trx, { id, number: reservedNumber }, made)
    : await issuedFile(trx, id, made);
  const { company_name } = await billingIdentity(trx);
  const mail = {
    ...invoiceMail({ invoice: printed, company: company_name, contact }),
    to,
    attachments: [
      { filename: fileName(printed.invoice_number), contentType: 'application/pdf', content },
    ],
  };
  const mailId = await queueMail(trx, mail, context.now);
  const { now } = context;
  await noteQueuedMail(trx, { invoiceId: id, mailId, reservedNumber, now });
  return { mailId };
}

/** The file of a draft under its number, which from now on is what it says, and will say when it is issued. */
async function mailedDraft(
  trx: Transaction,
  { id, number }: { id: number; number: string },
  made: Attached | null,
): Promise<Buffer> {
  const draft = await getPrintable(trx, id);
  const printable = { ...draft, document: { ...draft.document, number, status: 'sent' } };
  const printed = printedOf(printable, null);
  if (!made || !isDeepStrictEqual(made.printed, printed)) throw new DocumentMissing(printed);
  await keepMailedDocument(trx, printable, made.content);
  return made.content;
}

/** The file of an issued invoice: with its IRN made afresh from what is kept, else the kept one. */
async function issuedFile(trx: Transaction, id: number, made: Attached | null): Promise<Buffer> {
  const file = await findFile(trx, id);
  if (!file?.pdf) throw new DocumentMissing(null);
  const irn = await filed.get().findRegistration(trx, { kind: 'invoice', id });
  if (irn) {
    const printed = printedOf(await getPrintable(trx, id), irn);
    if (!made || !isDeepStrictEqual(made.printed, printed)) throw new DocumentMissing(printed);
    return made.content;
  }
  return file.pdf;
}

/** Records the outcomes of mails that were completed in the background. */
export async function settleMails(db: Db, now: Date): Promise<void> {
  await settleUnsettled(db, invoices.name, (id) => settleMail(db, id, { person: nobody, now }));
}

/** Applies the outcome of an invoice's mail, once. */
async function settleMail(
  db: Db,
  id: number,
  context: Write['context'] & Partial<Pick<Context, 'address'>>,
): Promise<void> {
  await inTransaction(
    db,
    async (trx) => {
      const write = { trx, context };
      const invoice = await lockInvoice(trx, id);
      const outcome = await findOutcome(trx, invoices.name, id);
      if (outcome?.status === 'accepted') await markSent(write, invoice, outcome.at);
      if (outcome?.status === 'failed') await markFailed(write, invoice, outcome.last_error);
    },
    actorOf(context),
  );
}

async function markSent(write: Write, invoice: Locked<Invoice>, mailed_at: string): Promise<void> {
  const mailed = { mail_status: 'accepted', mail_error: null, mailed_at } as const;
  if (invoice.status === 'draft') {
    await issueInvoice(write, invoice, { ...mailed, status: 'sent' });
    return;
  }
  const status = invoice.status === 'pending' ? 'sent' : invoice.status;
  const values = { ...mailed, status, was_sent: true };
  await updateRecord(write, invoices, { row: invoice, action: 'sent', values });
}

/** Releases the number when the mail surely reached nobody; one that may have arrived keeps its number reserved. */
async function markFailed(
  write: Write,
  invoice: Locked<Invoice>,
  error: string | null,
): Promise<void> {
  if (invoice.status === 'draft' && error !== unknownOutcome) await releaseNumber(write, invoice);
  await updateRecord(write, invoices, {
    row: invoice,
    action: 'not sent',
    values: { mail_status: 'failed', mail_error: error ?? unknownOutcome },
  });
}
