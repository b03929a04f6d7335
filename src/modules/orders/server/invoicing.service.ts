import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Detail } from '~/kit/server/errors';

interface Invoicing {
  /** Whether anything of order `t` is on an invoice that is not cancelled. */
  isInvoiced: SqlPart;
  /** How much of order line `l` is on such invoices. */
  invoicedQuantity: SqlPart;
  /** Those whose change changes `isInvoiced`. */
  tables: readonly string[];
  /** The invoices, not cancelled, that charge for an order. */
  listInvoices: (trx: Transaction, order: number) => Promise<NonNullable<Detail['record']>[]>;
}

/** How far orders are invoiced, from the module that owns invoices. */
export const invoicing = extensionPoint<Invoicing>('orders.invoicing');
