import type { Context } from '~/kit/server/database/context';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { findLogo } from '~/modules/sales/papers/server/parties.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { receiptPrint } from '../receipts.print';
import { getReceipt } from './receipts.queries';

/** A receipt as a PDF file, by its allocations now (docs/product/receipts.md#pdf). 404. */
export async function receiptPdf(context: Context, id: number): Promise<PdfFile> {
  const receipt = await getReceipt(context.db, id, context.person);
  const [issuer, logo] = await Promise.all([billingIdentity(context.db), findLogo(context.db)]);
  return pdfOf(receipt.receipt_number, receiptPrint({ receipt, issuer, logo }));
}
