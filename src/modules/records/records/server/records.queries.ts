import { sql } from 'kysely';
import { anonymous, type Person } from '~/kit/server/database/context';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import { foldedText } from '~/kit/server/lists/window-terms';
import { membership } from '~/modules/organization/users/server/membership.service';
import { rightsOfUser } from '~/modules/organization/users/server/rights.service';
import { findKeyHolder } from '~/modules/organization/api-keys/server/api-keys.service';
import type { Kind, RecordKind } from '~/modules/organization/kinds/kinds.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

/** An active user, or an API key (below 0), as one who reads records; null for whom there is not, or is inactive. */
export async function findReader(db: Db, id: number): Promise<Person | null> {
  if (id < 0) return findKeyHolder(db, -id);
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
  return foldedText(parts, { ends: true });
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

interface Former {
  kind: RecordKind;
  /** SQL: the ids of those that became this record, of what the person reads. */
  ids: (person: Person, id: number) => SqlPart;
}

const formerOf = new Map<RecordKind, Former>();

/** Lets what is attached to the records that became one of `of` be on its timeline; called by src/app/modules.ts through each module. */
export function registerFormer({ of, ...former }: Former & { of: RecordKind }): void {
  formerOf.set(of, former);
}

/** SQL: that the attached row `t` belongs to this record, or to one that became it. */
export function attachedTo(kind: RecordKind, person: Person, id: number): SqlPart {
  const own = sql`t.kind = ${kind} and t.record_id = ${id}`;
  const former = formerOf.get(kind);
  return former
    ? sql`(${own} or t.kind = ${former.kind} and t.record_id in (${former.ids(person, id)}))`
    : own;
}
