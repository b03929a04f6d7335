import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface LastPayment {
  /** SQL: the day of the last completed payment of invoice `t`, or null. */
  paidOn: SqlPart;
}

/** The `paid_on` column of an invoice, provided by the payments module. */
export const lastPayment = extensionPoint<LastPayment>('invoices.paid_on');
