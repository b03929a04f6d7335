import type { PaymentMethod } from '~/modules/company/accounts.fields';

/** What a printed document says beside its content. */
export interface PrintExtras {
  /** The account to pay into. */
  account: PaymentMethod | null;
  /** A data URL of a PNG or JPEG. */
  logo: string | null;
}
