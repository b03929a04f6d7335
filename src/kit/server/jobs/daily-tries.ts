import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';

/** Work of a day that fails, such as a report that takes too long, is tried so often. */
const mostTries = 3;

/** SQL: whether the work of row `r` was not tried this day, or failed and is tried again; with 0 `tries` it has ended. */
export function isOpen(today: Day): SqlPart {
  return sql`(r.run_day is distinct from ${today}::date or r.tries between 1 and ${mostTries - 1})`;
}

/** SQL: the tries of row `r` with the one that starts this day. */
export function nextTries(today: Day): SqlPart {
  return sql`case when r.run_day = ${today}::date then r.tries + 1 else 1 end`;
}
