import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Crediting {
  /** SQL: the quantity of invoice line `il` that issued credit notes took back; all of it where its amount is. */
  creditedQuantity: SqlPart;
}

/** How far invoices are credited, provided by the credit-notes module. */
export const crediting = extensionPoint<Crediting>('invoices.crediting');
