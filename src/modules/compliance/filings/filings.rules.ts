import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { clockOf } from '~/kit/shared/time/days';
import type { Registration } from '~/modules/sales/documents/print/print-extras.fields';
import type { EInvoiceRecord } from './filings.fields';

export const filingRefusals = {
  'e_invoice.refused': [409, 'The portal would refuse the e-invoice; `details` list the reasons'],
  'e_invoice.unreadable': [400, 'The body is not a signed response of the portal'],
  'e_invoice.foreign': [
    400,
    'The signed response belongs to another document; `details` list the differences',
  ],
  'e_invoice.not_signed': [
    400,
    'No certificate in the settings verifies the signature of the response',
  ],
  'e_invoice.exists': [409, 'The document has another IRN'],
  'e_invoice.missing': [409, 'The document has no IRN, or it is cancelled'],
  'e_invoice.too_late': [409, 'An IRN can only be cancelled within 24 hours'],
  'e_way_bill.refused': [409, 'The portal would refuse the e-way bill; `details` list the reasons'],
} as const satisfies ErrorTable;

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
