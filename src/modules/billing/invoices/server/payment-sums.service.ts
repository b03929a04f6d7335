import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface PaymentSums {
  /** SQL: a join that adds `p` to an invoice `t`: one row with `paid_on`, `held_amount`, `written_off_amount` and `tds_amount`. */
  join: SqlPart;
}

/** The columns of an invoice that follow from its payments, provided by the payments module. */
export const paymentSums = extensionPoint<PaymentSums>('invoices.payment_sums');
