import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { clockOf } from '~/kit/shared/time/days';
import type { Registration } from '~/modules/sales/documents/print-extras.fields';
import type { EInvoiceRecord } from './filings.fields';

/** For so long an IRN can be cancelled. */
const cancellableMs = 24 * 3_600_000;

/** Whether an IRN may be recorded as cancelled at a moment (docs/product/filings.md#cancelling-an-irn). */
export function canCancelIrn(
  record: Pick<EInvoiceRecord, 'ack_date' | 'cancelled_at'> | null,
  at: Date,
): Verdict {
  if (record === null) return refused('e_invoice.missing', 'This document has no IRN');
  if (record.cancelled_at !== null) {
    return refused('e_invoice.missing', 'The IRN of this document is already cancelled');
  }
  if (at.getTime() - Date.parse(record.ack_date) <= cancellableMs) return allowed;
  return refused(
    'e_invoice.too_late',
    'An IRN can only be cancelled within 24 hours of its acknowledgement. Issue a credit or debit note instead.',
  );
}

/** The registration from the portal, as it is printed; its dates are in India's time. */
export function printedRegistration({
  irn,
  ack_no,
  ack_date,
  signed_qr,
  signature_verified,
}: EInvoiceRecord): Registration {
  const ackDate = clockOf(ack_date, 'Asia/Kolkata');
  return { irn, ackNumber: ack_no, ackDate, signedQr: signed_qr, isVerified: signature_verified };
}
