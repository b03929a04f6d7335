import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Verdict } from '~/kit/shared/verdict';

interface Filed {
  /** Whether what a portal knows of an invoice lets it be cancelled. */
  canCancel: (trx: Transaction, invoice: number) => Promise<Verdict>;
}

/** What was filed with portals, provided by the filings module (docs/decisions/0074). */
export const filed = extensionPoint<Filed>('invoices.filed');
