import type { Db } from '~/kit/server/database/db';
import { makePdf } from '~/kit/server/files/pdf';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { findCustomer } from '~/modules/customers/server/customers.service';
import { defaultAccount } from '~/modules/company/server/accounts.service';
import { billingIdentity } from '~/modules/company/server/identity.service';
import type { InvoiceWithLines } from '../invoices.fields';
import { invoicePrintDocument } from '../invoices.print';
import { getInvoice } from './invoices.queries';

export interface PdfFile {
  name: string;
  content: Buffer;
}

export interface PrintedInvoice {
  name: string;
  printed: PrintDocument;
}

/**
 * What an invoice's PDF file says. `as` overrides fields: a draft that is being sent is printed with the number that it
 * will get.
 */
export async function printInvoice(
  db: Db,
  id: number,
  as: Partial<Pick<InvoiceWithLines, 'invoice_number' | 'status'>> = {},
): Promise<PrintedInvoice> {
  const invoice = { ...(await getInvoice(db, id)), ...as };
  const printed = invoicePrintDocument({
    invoice,
    customer: await findCustomer(db, invoice.customer_id),
    issuer: await billingIdentity(db),
    account: await defaultAccount(db),
  });
  return { name: `${invoice.invoice_number.replaceAll(/[^\w.-]/g, '-')}.pdf`, printed };
}

/** An invoice as a PDF file, made outside of any transaction: it may have to wait for its turn. */
export async function makeInvoicePdf(db: Db, id: number): Promise<PdfFile> {
  const { name, printed } = await printInvoice(db, id);
  return { name, content: await makePdf(printed) };
}
