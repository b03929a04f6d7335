import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import type { FurtherCopy } from './copies.rules';

/** What a printed document says besides its content. */
export interface PrintExtras {
  /** The account to pay into. */
  account: PaymentMethod | null;
  /** A UPI ID to pay to, regardless of the account. */
  upi_id?: string | null | undefined;
  /** A data URL of a PNG or JPEG. */
  logo: string | null;
  /** What the portal of e-invoices has given (docs/product/tax.md#printed-documents). */
  irn?: Registration | null | undefined;
  /** Another copy than the original. */
  copy?: FurtherCopy | undefined;
}

export interface Registration {
  irn: string;
  ackNumber: string;
  /** As the portal writes it. */
  ackDate: string;
  /** The content of its QR code. */
  signedQr: string;
  /** Whether the signature was verified with a certificate of the portal. */
  isVerified: boolean;
}
