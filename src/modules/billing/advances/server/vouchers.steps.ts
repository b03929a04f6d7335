import type { Db } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import { keptLogo } from '~/modules/billing/invoices/server/parties.service';
import { fileName, type PdfFile } from '~/modules/billing/invoices/server/tax-documents.service';
import { voucherPrintDocument } from '../vouchers.print';
import { findFile, findVoucher, keepFile } from './vouchers.queries';

/**
 * A voucher as a PDF file, made once and then the same for everybody; a cancelled one says so
 * (docs/product/advances.md#receipt-voucher). 404.
 */
export async function voucherPdf(
  db: Db,
  of: { advance: number; refund: number | null },
): Promise<PdfFile> {
  const found = await findVoucher(db, of);
  if (!found) throw notFound('Voucher');
  const { voucher, logo_digest } = found;
  const isCancelled = found.status === 'cancelled';
  const name = fileName(voucher.number);
  const kept = isCancelled ? null : await findFile(db, voucher.number);
  if (kept) return { name, content: kept };
  const logo = await keptLogo(db, logo_digest);
  const made = await makePdf(voucherPrintDocument(voucher, { logo, isCancelled }));
  return { name, content: isCancelled ? made : await keepFile(db, voucher.number, made) };
}
