import type { Db } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Verdict } from '~/kit/shared/verdict';
import type { Registration } from '~/modules/sales/documents/print-extras.fields';
import type { TaxDocument } from '~/modules/sales/documents/tax-documents.fields';

export type FiledDocument = Pick<TaxDocument, 'kind' | 'id'>;

interface Filed {
  /** Whether what a portal knows of a document lets it be cancelled. */
  canCancel: (trx: Transaction, document: FiledDocument) => Promise<Verdict>;
  /** What the e-invoice portal gave for a document and is printed on it; null without an IRN, or once it is cancelled. */
  findRegistration: (db: Db, document: FiledDocument) => Promise<Registration | null>;
}

/** What was filed with portals, provided by the filings module (docs/decisions/0074). */
export const filed = extensionPoint<Filed>('papers.filed');
