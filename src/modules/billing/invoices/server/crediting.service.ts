import type { Write } from '~/kit/server/database/context';
import type { FoundRecords } from '~/kit/server/database/dependents';
import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Crediting {
  /** SQL: the quantity of invoice line `il` that issued credit notes took back; all of it where its amount is. */
  creditedQuantity: SqlPart;
  /** SQL: a row `amount, is_as_ordered`: what issued credit notes of invoice `i` took back of order `t`, and whether at its prices. */
  creditedOfOrder: SqlPart;
  /** The issued credit and debit notes of an invoice. */
  listNotes: (write: Write, invoice: number) => Promise<FoundRecords>;
}

/** How far invoices are credited, provided by the credit-notes module. */
export const crediting = extensionPoint<Crediting>('invoices.crediting');
