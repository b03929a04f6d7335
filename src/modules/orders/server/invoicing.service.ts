import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Detail } from '~/kit/server/errors';

interface Invoicing {
  /** SQL: whether an invoice that is not cancelled charges for any of order `t`. */
  isInvoiced: SqlPart;
  /** SQL: the quantity of order line `l` on such invoices. */
  invoicedQuantity: SqlPart;
  /** Tables whose changes affect `isInvoiced`. */
  tables: readonly string[];
  listInvoices: (trx: Transaction, order: number) => Promise<NonNullable<Detail['record']>[]>;
}

/** How far orders are invoiced, provided by the invoices module. */
export const invoicing = extensionPoint<Invoicing>('orders.invoicing');
