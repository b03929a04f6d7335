import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';

/** The parts of a record's `detail`, where there are any. */
export function detailOf(...parts: SqlPart[]): SqlPart {
  return sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;
}

/** The parts of a record's `text`: closed by a line's end, so that it is known what a part is whole. */
export function textOf(...parts: SqlPart[]): SqlPart {
  const texts = parts.map((part) => sql`coalesce(${part}, '')`);
  return sql`folded(E'\n' || ${sql.join(texts, sql` || E'\n' || `)} || E'\n')`;
}

/** For what is found by its number alone. */
export function numbered(number: SqlPart): Record<'label' | 'number' | 'text', SqlPart> {
  return { label: number, number, text: textOf(number) };
}
