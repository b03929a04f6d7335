import type { SqlPart } from '~/kit/server/database/db';
import type { Write } from '~/kit/server/database/context';
import type { FoundRecords } from '~/kit/server/database/dependents';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Billing {
  /** SQL: whether an invoice that is neither cancelled nor wholly credited was made from delivery `t`. */
  isInvoiced: SqlPart;
  /** Those invoices, as far as the writer may read them. */
  listInvoices: (write: Write, delivery: number) => Promise<FoundRecords>;
}

/** The invoices of deliveries, provided by the invoices module. */
export const billing = extensionPoint<Billing>('deliveries.billing');
