import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';

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
