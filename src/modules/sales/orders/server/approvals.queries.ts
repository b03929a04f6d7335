import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { rightsOfUser } from '~/modules/organization/users/server/rights.service';
import type { Holder } from '~/modules/organization/users/rights.rules';
import type { Order } from '../orders.fields';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';

interface Colleague extends Holder {
  id: number;
  role_id: number | null;
}

/** All active users but one, with what their roles permit. */
export async function listColleagues(db: Db, except: number): Promise<Colleague[]> {
  const found = await sql<Colleague>`select u.id, u.role, u.role_id, ${rightsOfUser} as rights
    from users u where u.is_active and u.id <> ${except} order by u.id`.execute(db);
  return found.rows;
}

export const approvalRequested = 'approval requested';

/** The users who were notified of a request for an order as it is now. */
export async function listRequested(db: Db, { id, updated_at }: Order): Promise<Set<number>> {
  const found = await sql<{ user_id: number }>`
    select distinct mentioned::integer as user_id
    from activity a, jsonb_array_elements_text(a.after -> 'mentions') mentioned
    where a.entity = 'orders' and a.record_id = ${id} and a.action = ${approvalRequested}
      and a.created_at >= ${updated_at}`.execute(db);
  return new Set(found.rows.map((row) => row.user_id));
}

/** Requests for an approval, on the timeline of their order. */
export function registerApprovalTimeline(): void {
  registerTimeline<{ message: string }>({
    of: 'orders',
    name: 'approval',
    kind: 'note',
    select: (_person, id) => sql`select a.id as ref, a.created_at as at, a.user_name as actor,
        json_build_object('message', a.message) as facts
      from activity a where a.entity = 'orders' and a.record_id = ${id} and a.action = ${approvalRequested}`,
    describe: ({ message }) => ({ title: 'Approval requested', text: message }),
  });
}
