import type { Context } from '~/kit/server/database/context';
import { readRecord } from '~/kit/server/database/entity';
import { AppError } from '~/kit/server/errors';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { requireInvoice } from '~/modules/billing/invoices/server/invoices.service';
import { paperPdf, type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { receiptPrintDocument } from '../payments.print';
import { fromAdvances } from './from-advances.service';
import { payments } from './payments.queries';

/** The receipt of a payment as a PDF file (docs/product/payments.md#receipt). 404. */
export async function receiptPdf(context: Context, id: number): Promise<PdfFile> {
  const payment = await readRecord(context, payments, id);
  if (payment.kind === 'write_off')
    throw new AppError('payment.is_write_off', 409, 'A write-off has no receipt');
  if (payment.kind === 'set_off')
    throw new AppError('payment.is_set_off', 409, 'A set-off has no receipt');
  if (payment.kind === 'refund')
    return paperPdf(context.db, await fromAdvances.get().refundPaper(context.db, id));
  const [invoice, issuer] = await Promise.all([
    requireInvoice(context, payment.invoice_id).catch(nullWhenHidden),
    billingIdentity(context.db),
  ]);
  const printed = receiptPrintDocument({ payment, invoice, issuer });
  return pdfOf(printed.title, printed);
}

/** A person may read payments without their invoices. */
function nullWhenHidden(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}
