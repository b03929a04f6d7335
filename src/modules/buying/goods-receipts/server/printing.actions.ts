import type { Context } from '~/kit/server/database/context';
import { notFound } from '~/kit/server/errors';
import { type PdfFile, pdfOf } from '~/kit/server/files/pdf';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { receiptPrintDocument } from '../goods-receipts.print';
import { findPrinted, getReceipt, goodsReceipts } from './goods-receipts.queries';

/** A receipt or a return as a PDF file, which names the lots (docs/product/goods-receipts.md#document). */
export async function receiptPdf(
  { db, person }: Pick<Context, 'db' | 'person'>,
  id: number,
): Promise<PdfFile> {
  const receipt = await getReceipt(db, id, person);
  const [printed, company] = await Promise.all([findPrinted(db, id, person), billingIdentity(db)]);
  if (!printed) throw notFound(goodsReceipts.noun);
  return pdfOf(
    receipt.goods_receipt_number,
    receiptPrintDocument({ receipt, company, vendor: printed.vendor }),
  );
}
