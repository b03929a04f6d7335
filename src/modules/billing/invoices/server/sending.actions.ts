import { updateRecord } from '~/kit/server/database/write';
import type { Context, Write } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { unknownOutcome } from '~/kit/server/mail/mail';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { recipientOf } from '~/modules/sales/customers/server/recipients.service';
import type { Letter } from '~/modules/sales/documents/print/letters.rules';
import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import {
  issuedFile,
  preparedFile,
  type PreparedFile,
  type MailDelivery,
  type PaperMails,
  sendPaper,
} from '~/modules/sales/papers/server/sending.service';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import { canSend } from '../invoices.rules';
import { getInvoice, invoices, lockInvoice } from './invoices.queries';
import { issueInvoice, openInvoice, releaseNumber, reserveNumber } from './issuing.service';
import { enforceReady } from './preflight.actions';
import { keepMailedDocument } from './tax-documents.queries';
import { getPrintable, paperOf } from './tax-documents.service';

/** A draft is mailed under a number that is reserved for it, and issued once the mail server has accepted it. */
export const invoiceMails: PaperMails<typeof invoices.fields, InvoiceWithLines> = {
  entity: invoices,
  rejected: 'invoice.mail_rejected',
  recipients: (write, invoice) => recipientOf(write, invoice, 'invoice.recipient_missing'),
  open: async (write, id) => {
    const invoice = await openInvoice(write, id);
    enforce(canSend(invoice));
    return invoice;
  },
  compose: async (write, invoice, prepared) => {
    if (invoice.status !== 'draft') {
      const content = await issuedFile(write.trx, paperOf(invoice), prepared);
      return { letter: letterOf(invoice), content };
    }
    await enforceReady(write, invoice);
    const number = await reserveNumber(write, invoice);
    const content = await mailedDraft(write, { id: invoice.id, number }, prepared);
    return { letter: letterOf(invoice, number), content };
  },
  lock: lockInvoice,
  accept: async (write, invoice, mailed) => {
    if (invoice.status === 'draft')
      return issueInvoice(write, invoice, { ...mailed, status: 'sent' });
    const status = invoice.status === 'pending' ? 'sent' : invoice.status;
    const values = { ...mailed, status, was_sent: true };
    return updateRecord(write, invoices, { row: invoice, action: 'sent', values });
  },
  // One that may have arrived keeps its number reserved.
  reject: async (write, invoice, error) => {
    if (invoice.status === 'draft' && error !== unknownOutcome) await releaseNumber(write, invoice);
  },
};

function letterOf(
  invoice: Invoice,
  number = invoice.invoice_number,
): Omit<Letter, 'contact' | 'company'> {
  const { invoice_date: date, due_date, balance_due, total_amount } = invoice;
  return {
    noun: 'Invoice',
    number,
    date,
    details: [
      ['Amount', formatMoney(total_amount, 'INR')],
      ...(balance_due === total_amount
        ? []
        : [['Balance due', formatMoney(balance_due, 'INR')] as const]),
      ['Due date', formatDay(due_date)],
    ],
  };
}

/** The file of a draft under its number, which from now on is what it says, and will say when it is issued. */
async function mailedDraft(
  { trx }: Write,
  { id, number }: { id: number; number: string },
  prepared: PreparedFile | null,
): Promise<Buffer> {
  const draft = await getPrintable(trx, id);
  const printable = { ...draft, document: { ...draft.document, number, status: 'sent' } };
  const { document, ...extras } = printable;
  const content = preparedFile(prepared, taxPrintDocument(document, { ...extras, irn: null }));
  await keepMailedDocument(trx, printable, content);
  return content;
}

/** Mails an invoice to its customer; a draft or pending one becomes sent by it (docs/product/invoices.md#sending). */
export async function sendInvoice(
  context: Context,
  id: number,
  delivery: MailDelivery,
): Promise<InvoiceWithLines> {
  await sendPaper(context, invoiceMails, { id, delivery });
  return getInvoice(context.db, id);
}
