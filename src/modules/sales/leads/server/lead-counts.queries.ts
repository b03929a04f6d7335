import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

/** Merges the rows of `lead_counts` with the same key and deletes those that add up to zero. */
export async function mergeLeadCounts(db: Db): Promise<void> {
  await sql`with several as (
      select day, stage_id, is_open, workspace_id from lead_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), taken as (
      delete from lead_counts c using several s
      where c.day = s.day and c.stage_id is not distinct from s.stage_id and c.is_open = s.is_open
        and c.workspace_id is not distinct from s.workspace_id
      returning c.*
    )
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
    select day, stage_id, is_open, workspace_id, sum(leads) from taken group by 1, 2, 3, 4 having sum(leads) <> 0`.execute(
    db,
  );
}
