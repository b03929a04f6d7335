import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { NotificationEvent } from '../events.rules';
import type { Notification, ReadRequest } from '../notifications.fields';
import type { QueuedEntry } from './entries.queries';

export const notificationColumns = sql`n.id, n.event, n.title, n.message, n.user_name,
  case when n.record_id is not null then
    json_strip_nulls(json_build_object('type', n.record_type, 'id', n.record_id,
      'label', n.record_label, 'entity', case
        when n.event = 'team-updates' and n.record_type not in ('user', 'other') then 'record_notes'
        when n.record_type in ('user', 'other') then (
        select nullif(a.entity, 'users') from activity a where a.id = n.activity_id
          and (n.record_type = 'user' or a.entity in ('maintenance_runs', 'webhooks', 'lead_sources'))) end))
  end as record,
  n.read_at is not null as is_read, ${instantText(sql`n.created_at`)} as created_at`;

export async function listNotifications(
  db: Db,
  userId: number,
  limit: number,
): Promise<Notification[]> {
  const found = await sql<Notification>`select ${notificationColumns} from notifications n
    where n.user_id = ${userId} and n.push order by n.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Marks this person's notifications as read; returns how many were unread. */
export async function markRead(
  trx: Transaction,
  { userId, request, now }: { userId: number; request: ReadRequest; now: Date },
): Promise<number> {
  const which = 'all' in request ? sql`true` : sql`id = any (${request.ids}::bigint[])`;
  const marked = await sql`update notifications set read_at = ${now}
    where user_id = ${userId} and read_at is null and ${which} returning id`.execute(trx);
  return marked.rows.length;
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from notifications
    where user_id = ${userId} and read_at is null and push`.execute(db);
  return found.rows[0]?.count ?? 0;
}

export interface NewNotification {
  entry: QueuedEntry;
  event: NotificationEvent;
  userId: number;
  push: boolean;
  email: boolean;
  mailAt: Date | null;
  now: Date;
}

/** Stores a notification; null where the person already has it. */
export async function insertNotification(
  trx: Transaction,
  { entry, event, userId, push, email, mailAt, now }: NewNotification,
): Promise<Notification | null> {
  const created = await sql<Notification>`insert into notifications as n
      (user_id, activity_id, event, title, message, user_name, record_type, record_id,
        record_label, push, email, mail_at, created_at)
    values (${userId}, ${entry.id}, ${event}, ${entry.title}, ${entry.message}, ${entry.user_name},
      ${entry.type}, ${entry.record_id}, ${entry.record_label}, ${push}, ${email}, ${mailAt}, ${now})
    on conflict (user_id, activity_id) do nothing returning ${notificationColumns}`.execute(trx);
  return created.rows[0] ?? null;
}
