import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Job } from '~/kit/server/jobs/jobs';

const retentionDays = 14;
const atOnce = 20_000;

/** Removes what changed longer ago than any browser remembers; who comes with an older cursor loads the list whole. */
export const changesJob: Job = {
  name: 'changes',
  everySeconds: 600,
  run: async ({ db }, now, signal) => {
    const before = new Date(now.getTime() - retentionDays * 86_400_000);
    for (let removed = atOnce; removed === atOnce && !signal?.aborted; ) {
      removed = await removeChanges(db, before);
    }
  },
};

/** Removes some changes from before that moment and gives how many; which are kept is known in the same statement. */
export async function removeChanges(db: Db, before: Date): Promise<number> {
  const result = await sql<{ removed: number }>`with removed as (
      delete from changes where ctid = any (array(
        select ctid from changes where at < ${before} limit ${atOnce})) returning xid
    ), newest as (
      select max(xid::text::bigint) as xid from removed
    ), kept as (
      update changes_kept set since = greatest(since::text::bigint, newest.xid + 1)::text::xid8
      from newest where newest.xid is not null
    ) select count(*) as removed from removed`.execute(db);
  return result.rows[0]?.removed ?? 0;
}
