import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';

/** The parts of a record's `detail`, where there are any. */
export function detailOf(...parts: SqlPart[]): SqlPart {
  return sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;
}

/** The parts of a record's `text`: each part ends with a line break, so that a whole part can be matched. */
export function textOf(...parts: SqlPart[]): SqlPart {
  const texts = parts.map((part) => sql`coalesce(${part}, '')`);
  return sql`folded(E'\n' || ${sql.join(texts, sql` || E'\n' || `)} || E'\n')`;
}

/** For records that only their number finds. */
export function numbered(number: SqlPart): Record<'label' | 'number' | 'text', SqlPart> {
  return { label: number, number, text: textOf(number) };
}
