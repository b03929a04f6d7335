import { sql } from 'kysely';
import { anonymous, type Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { membership } from '~/modules/organization/users/server/membership.service';
import { rightsOfUser } from '~/modules/organization/users/server/rights.service';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

/** An active user as one who reads records; null for whom there is not, or is inactive. */
export async function findReader(db: Db, id: number): Promise<Person | null> {
  const { columns, join } = membership.get();
  const found = await findJson<Partial<Person>>(
    db,
    sql`select u.id, u.username, u.email, u.first_name, u.last_name, u.role, ${rightsOfUser} as rights, ${columns}
      from users u ${join} where u.id = ${id} and u.is_active`,
  );
  return found && { ...anonymous, ...found };
}

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

/** Rows that timelines show: `t` of `from`, which follow the customer `c` and are read by the right to `rightsOf`. */
export interface EventRows {
  from: SqlPart;
  rightsOf: Kind;
  /** SQL: what their description needs, as a list of columns. */
  details: SqlPart;
}

export function selectEvents(
  { from, rightsOf, details }: EventRows,
  person: Person,
  where: SqlPart,
): SqlPart {
  return sql`select t.id as ref, t.created_at as at, t.created_by_name as actor,
      (select row_to_json(f) from (select ${details}) f) as facts
    from ${from} where ${where} and ${readable(person, rightsOf)}`;
}
