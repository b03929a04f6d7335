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
/** The documents that have exactly this number, without regard to case, of those that the person may read. */
export async function findDocuments(
  { db, person }: Pick<Context, 'db' | 'person'>,
  code: string,
): Promise<Scanned[]> {
  const all = [...documents.values()].map(
    ({
      type,
      from,
      number,
      readableBy,
    }) => sql`select ${sql.lit(type)} as type, t.id, ${number} as label,
      null::integer as product_id, null::integer as lot_id
    from ${from} t where ${number} = upper(${code}) and ${readableBy(person)}`,
  );
  if (all.length === 0) return [];
  return (await sql<Scanned>`${sql.join(all, sql` union all `)}`.execute(db)).rows;
}
