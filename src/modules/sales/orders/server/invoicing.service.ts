import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Write } from '~/kit/server/database/context';
import type { FoundRecords } from '~/kit/server/database/dependents';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Invoicing {
  /** SQL: whether an invoice that is not cancelled charges for any of order `t`. */
  isInvoiced: SqlPart;
  /** SQL: how far order `t` is invoiced, as `orderProgress` names it. */
  invoiceState: SqlPart;
  /** SQL: the quantity of order line `l` on such invoices, less what was credited of it. */
  invoicedQuantity: SqlPart;
  /** SQL: the part of the discount of order `o` that is on such invoices, in rupees, less the credited part. */
  invoicedDiscount: SqlPart;
  /** What issued invoices do not charge for yet of orders `t`, in rupees. */
  sumUninvoiced: (db: Db, where: SqlPart) => Promise<number>;
  /** As far as the writer may read them. */
  listInvoices: (write: Write, order: number) => Promise<FoundRecords>;
}

/** How far orders are invoiced, provided by the invoices module. */
export const invoicing = extensionPoint<Invoicing>('orders.invoicing');

interface Returning {
  /** SQL: the quantity of order line `l` that issued credit notes brought back. */
  returnedQuantity: SqlPart;
  /** What issued credit notes brought back of these lots, by order; quantities above 0. */
  listReturnedLots: (db: Db, lots: readonly number[]) => Promise<ReturnedLot[]>;
}

export interface ReturnedLot {
  order_id: number;
  lot_id: number;
  quantity: number;
}

/** The returned goods of orders, provided by the credit-notes module. */
export const returning = extensionPoint<Returning>('orders.returning');
