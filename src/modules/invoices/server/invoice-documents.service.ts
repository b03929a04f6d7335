import type { Db } from '~/kit/server/database/db';
import { makePdf } from '~/kit/server/files/pdf';
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

/**
 * An invoice as a PDF file for download and mail. `as` overrides fields: a draft that is being sent is printed with the
 * number that it will get.
 */
export async function makeInvoicePdf(
  db: Db,
  id: number,
  as: Partial<Pick<InvoiceWithLines, 'invoice_number' | 'status'>> = {},
): Promise<PdfFile> {
  const invoice = { ...(await getInvoice(db, id)), ...as };
  const printed = invoicePrintDocument({
    invoice,
    customer: await findCustomer(db, invoice.customer_id),
    issuer: await billingIdentity(db),
    account: await defaultAccount(db),
  });
  const name = `${invoice.invoice_number.replaceAll(/[^\w.-]/g, '-')}.pdf`;
  return { name, content: await makePdf(printed) };
}
