import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface Numbered {
  /** SQL: `series, year, number, label, status` of each note that has a number. */
  notes: SqlPart;
}

/** The series of notes, provided by the credit notes module (docs/product/invoices.md#number-series-screen). */
export const numbered = extensionPoint<Numbered>('invoices.numbered');
