import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';

/** A kind of document whose number a scanner reads. */
export interface ScannedDocument {
  type: string;
  /** SQL: its rows `t`, and the number of each, in capitals. */
  from: SqlPart;
  number: SqlPart;
  readableBy: (person: Person) => SqlPart;
}

const documents = new Map<string, ScannedDocument>();

/** Called by modules whose documents lie at hand where goods are scanned (docs/product/stock.md#scanning). */
export function registerScanned(document: ScannedDocument): void {
  documents.set(document.type, document);
}

export function scannedDocuments(): readonly ScannedDocument[] {
  return [...documents.values()];
}
