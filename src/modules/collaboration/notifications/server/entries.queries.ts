import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { JournalLine } from '~/kit/server/database/activity-log';
import type { Transaction } from '~/kit/server/database/transaction';
import { membership } from '~/modules/organization/users/server/membership.service';
import { rightsOfUser } from '~/modules/organization/users/server/rights.service';
import { isAddressed, mayReceive, type Reading } from '../notifications.rules';
import {
  type Receiver,
  receiverColumns,
  receiverOf,
  type ReceiverRow,
} from './preferences.queries';

/** Who is concerned, each kind found by its own index: `or` between them would ask about every user for every deed. */
const concerned = [
  sql`select d.id, u.id, false from d cross join users u where u.role = 'admin'`,
  sql`select id, started_by, false from d where started_by is not null`,
  sql`select d.id, a.user_id, true from d join activity a on a.entity = d.entity
    and a.record_id = d.record_id and a.action = 'created'`,
  sql`select d.id, l.assigned_to, true from d join leads l on d.type = 'lead' and l.id = d.record_id`,
  sql`select d.id, i.created_by, false from d join payments y on d.type = 'payment' and y.id = d.record_id
    join invoices i on i.id = y.invoice_id`,
  // Who is mentioned could read the record when the note was written, who is reminded just now.
  sql`select id, unnest(mentions), true from d`,
  sql`select d.id, i.created_by, false from d join credit_notes n on d.entity = 'credit_notes'
    and n.id = d.record_id join invoices i on i.id = n.invoice_id`,
];

export interface QueuedEntry extends Omit<JournalLine, 'created_at'> {
  id: number;
  created_at: string;
}

/** Takes the oldest waiting entries; concurrent callers get different ones. */
export async function takeQueued(trx: Transaction, limit: number): Promise<QueuedEntry[]> {
  const taken = await sql<QueuedEntry>`with taken as (
      delete from notification_queue where activity_id in (
        select activity_id from notification_queue order by activity_id limit ${limit}
        for update skip locked)
      returning activity_id)
    select a.id, a.type, a.entity, a.action, a.record_id, a.record_label, a.title, a.message, a.user_id,
      a.user_name, a.before, a.after, a.workspace_id, a.created_at
    from activity a join taken on taken.activity_id = a.id order by a.id`.execute(trx);
  return taken.rows;
}

/**
 * The active people to notify of each activity, by its id: assignee, creators, administrators, or whom it mentions; never
 * the one who did it, nor anyone who may not read its record (docs/product/notifications.md#receivers).
 */
export async function findReceivers(
  db: Db,
  entries: readonly QueuedEntry[],
): Promise<Map<number, Receiver[]>> {
  const rows = entries.map(({ id, type, entity, action, record_id, user_id, after }) => ({
    id,
    type,
    entity,
    record_id,
    user_id,
    mentions: isAddressed({ action }) ? (after?.['mentions'] ?? null) : null,
    started_by: typeof after?.['started_by'] === 'number' ? after['started_by'] : null,
  }));
  const found = await sql<ReceiverRow & { entry: number; reader: Reading }>`
    with d as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (
      id bigint, type text, entity text, record_id integer, user_id integer, started_by integer, mentions integer[])),
    concerned (entry, user_id, is_own) as (${sql.join(concerned, sql` union all `)})
    select d.id as entry, ${receiverColumns}, (select row_to_json(reader) from (
        select u.role, ${rightsOfUser} as rights, ${membership.get().columns},
          c.is_own as "isOwn") reader) as reader
    from (select entry, user_id, bool_or(is_own) as is_own from concerned group by 1, 2) c
    join d on d.id = c.entry and (d.mentions is null or c.user_id = any (d.mentions))
    join users u on u.id = c.user_id and u.is_active and u.id is distinct from d.user_id
    left join notification_preferences p on p.user_id = u.id
    ${membership.get().join}
    order by d.id, u.id`.execute(db);
  const receivers = new Map<number, Receiver[]>();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { entry, reader, ...row } of found.rows) {
    const about = byId.get(entry);
    if (!about || !mayReceive(reader, about)) continue;
    receivers.set(entry, [...(receivers.get(entry) ?? []), receiverOf(row)]);
  }
  return receivers;
}
