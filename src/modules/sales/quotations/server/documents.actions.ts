import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { AppError } from '~/kit/server/errors';
import { ensureKey } from '~/kit/server/files/key-file';
import { formatMoney } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { stateInWords } from '~/modules/organization/company/states.rules';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { sha256 } from '~/modules/organization/users/server/hashes.service';
import { type Recipients, recipientOf } from '~/modules/sales/customers/server/recipients.service';
import { findLogo, readParties } from '~/modules/sales/papers/server/parties.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import {
  preparedFile,
  type MailDelivery,
  type PaperMails,
  sendPaper,
} from '~/modules/sales/papers/server/sending.service';
import type { Quotation, QuotationWithLines } from '../quotations.fields';
import { quotationPrint, type QuotationParties } from '../quotations.print';
import { canSend, quotationLabel, quotedState } from '../quotations.rules';
import { enforceFor } from './lines.internal';
import {
  findLeadParty,
  findPrintedOwn,
  getQuotation,
  keepLink,
  openQuotation,
  quotations,
} from './quotations.queries';
import { enforceSupply } from './readiness.internal';

/** Who offers and to whom, as they are now. */
export async function partiesOf(db: Db, quotation: Quotation): Promise<QuotationParties> {
  const { customer_id, billing_address_id, lead_id } = quotation;
  const [parties, lead, logo, own] = await Promise.all([
    readParties(db, { customer_id: customer_id ?? 0, billing_address_id }),
    lead_id === null ? null : findLeadParty(db, lead_id),
    findLogo(db),
    findPrintedOwn(db, quotation.id),
  ]);
  if (!lead) return { ...parties, logo, own };
  const ofLead = { legal_name: null, gst_category: null, gstin: null };
  const { seller } = parties;
  const state_code = stateInWords(lead).code ?? quotedState(quotation, seller.state_code);
  return { seller, buyer: { ...lead, ...ofLead, state_code }, logo, own };
}

async function printed(db: Db, quotation: QuotationWithLines): Promise<PrintDocument> {
  return quotationPrint(quotation, await partiesOf(db, quotation));
}

/** A quotation as a file, by what it says now. */
export async function quotationPdf(db: Db, quotation: QuotationWithLines): Promise<PdfFile> {
  return pdfOf(quotationLabel(quotation), await printed(db, quotation));
}

/** Makes the links of quotations. */
export interface Linking {
  publicUrl: string;
  dataDir: string;
}

/**
 * The token of a quotation's link: always the same for a revision, by a key that is outside the database, which has the
 * token's digest alone (docs/product/quotations.md#page).
 */
async function tokenOf({ dataDir }: Linking, id: number): Promise<string> {
  const key = await ensureKey(path.join(dataDir, 'keys', 'quotation-links.key'));
  return createHmac('sha256', key).update(`quotation ${id}`).digest('base64url');
}

/** How quotations are mailed: a draft becomes sent once the mail server has accepted the mail. */
export function quotationMails(
  linking: Linking,
): PaperMails<typeof quotations.fields, QuotationWithLines> {
  return {
    entity: quotations,
    rejected: 'quotation.mail_rejected',
    recipients: recipientsOf,
    open: async (write, id) => {
      const quotation = await openQuotation(write, id);
      await enforceFor(write, quotation, canSend(quotation, await companyToday(write)));
      await enforceSupply(write, quotation);
      return quotation;
    },
    compose: async (write, quotation, prepared) => {
      const token = await tokenOf(linking, quotation.id);
      await keepLink(write.trx, quotation.id, sha256(token));
      const document = await printed(write.trx, { ...quotation, status: 'sent' });
      const letter = {
        ...letterOf(quotation),
        link: { text: 'Read and answer online', url: `${linking.publicUrl}/q/${token}` },
      };
      return { letter, content: preparedFile(prepared, document) };
    },
    lock: (trx, id) => lockRecord(trx, quotations, id),
    accept: async (write, row, mailed) => {
      const status = row.status === 'draft' ? 'sent' : row.status;
      const values = { ...mailed, status };
      return updateRecord(write, quotations, { row, action: 'sent', values });
    },
  };
}

function letterOf(quotation: Quotation) {
  const { quotation_date: date, valid_until, total_amount } = quotation;
  return {
    noun: 'Quotation',
    number: quotationLabel(quotation),
    date,
    details: [
      ['Amount', formatMoney(total_amount, 'INR')],
      ['Valid until', formatDay(valid_until)],
    ] as const,
  };
}

/** A customer's as for its invoices; a lead's is its own address. */
async function recipientsOf(write: Write, quotation: Quotation): Promise<Recipients> {
  const { customer_id, customer_name, lead_id } = quotation;
  const missing = 'quotation.recipient_missing';
  if (customer_id !== null) return recipientOf(write, { customer_id, customer_name }, missing);
  const lead = await findLeadParty(write.trx, lead_id ?? 0);
  if (lead?.email) return { to: [lead.email], contact: lead.contact_person };
  const message = `${customer_name} has no email address. Add one to the lead first.`;
  const record = { type: 'lead', id: lead_id ?? 0, label: customer_name };
  throw new AppError(missing, message, { details: [{ message, record }] });
}

/** Mails a quotation with its link to the customer or lead (docs/product/quotations.md#sending). */
export async function sendQuotation(
  context: Context,
  id: number,
  delivery: MailDelivery & Linking,
): Promise<QuotationWithLines> {
  await sendPaper(context, quotationMails(delivery), { id, delivery });
  return getQuotation(context.db, id, context.person);
}
