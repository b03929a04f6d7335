import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import type { Scanned } from '../levels.fields';
import type { ScannedDocument } from './scanning.service';

/** The documents that have exactly this number, without regard to case, of those that the person may read. */
export async function findDocuments(
  { db, person }: Pick<Context, 'db' | 'person'>,
  { code, documents }: { code: string; documents: readonly ScannedDocument[] },
): Promise<Scanned[]> {
  const all = documents.map(
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
