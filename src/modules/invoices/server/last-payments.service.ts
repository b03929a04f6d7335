import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface LastPayment {
  /** The day of the last completed payment of invoice `t`, or null. */
  paidOn: SqlPart;
  /** Those whose change changes it. */
  tables: readonly string[];
}

/** The column `paid_on` of an invoice, from the module that owns payments. */
export const lastPayment = extensionPoint<LastPayment>('invoices.paid_on');
