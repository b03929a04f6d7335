import type { Db, SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Registration } from '~/modules/sales/documents/print/print-extras.fields';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';

export type FiledDocument = Pick<TaxDocument, 'kind' | 'id'>;

interface Filed {
  /** SQL: whether document `t` has an IRN that is not cancelled. */
  hasIrn: (kind: FiledDocument['kind']) => SqlPart;
  /** What the e-invoice portal gave for a document and is printed on it; null without an IRN, or once it is cancelled. */
  findRegistration: (db: Db, document: FiledDocument) => Promise<Registration | null>;
}

/** What was filed with portals, provided by the filings module (docs/decisions/0074). */
export const filed = extensionPoint<Filed>('papers.filed');
