import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { NotificationEvent } from '../events.rules';
import type { Notification } from '../notifications.fields';
import { notificationColumns } from './notifications.queries';
import {
  type Receiver,
  receiverColumns,
  receiverOf,
  type ReceiverRow,
} from './preferences.queries';
import type { Db } from '~/kit/server/database/db';

/** When this person was last mailed, or is scheduled to be, about an event of one record. */
export async function findLastMailed(
  trx: Transaction,
  of: { userId: number; event: NotificationEvent; recordId: number | null },
): Promise<Date | null> {
  const found = await sql<{ last: string | null }>`select max(mailed_at) as last from notifications
    where user_id = ${of.userId} and event = ${of.event} and record_id = ${of.recordId}::integer
      and mailed_at is not null`.execute(trx);
  const last = found.rows[0]?.last;
  return last ? new Date(last) : null;
}

export type MailedNotification = Notification & { event: NotificationEvent; receiver: Receiver };

type MailedRow = Notification & ReceiverRow & { is_active: boolean };

function mailedOf(row: MailedRow): MailedNotification {
  const { id, event, title, message, user_name, record, is_read, created_at } = row;
  return {
    id,
    event,
    title,
    message,
    user_name,
    record,
    is_read,
    created_at,
    receiver: receiverOf(row),
  };
}

/** Mails that are due now, of active people, locked until the transaction ends. */
export async function takeMailable(trx: Transaction, now: Date): Promise<MailedNotification[]> {
  const found =
    await sql<MailedRow>`select ${notificationColumns}, ${receiverColumns} from notifications n
    join users u on u.id = n.user_id and u.is_active
    left join notification_preferences p on p.user_id = u.id
    where n.mail_at <= ${now} order by n.user_id, n.id limit 500
    for update of n skip locked`.execute(trx);
  return found.rows.map(mailedOf);
}

/** Marks notifications as mailed, rescheduled, or not to be mailed. */
export async function setMailed(
  trx: Transaction,
  ids: readonly number[],
  outcome: { mailedAt: Date } | { mailAt: Date | null },
): Promise<void> {
  const set =
    'mailedAt' in outcome
      ? sql`mail_at = null, mailed_at = ${outcome.mailedAt}`
      : sql`mail_at = ${outcome.mailAt}`;
  await sql`update notifications set ${set} where id = any (${ids}::bigint[])`.execute(trx);
}

/** Cancels waiting mails of people who were deactivated in the meantime. */
export async function dropMailOfInactive(trx: Transaction): Promise<void> {
  await sql`update notifications n set mail_at = null from users u
    where n.mail_at is not null and u.id = n.user_id and not u.is_active`.execute(trx);
}

/** Unread notifications of active people between two instants, by person, oldest first. */
export async function listUnreadBetween(
  trx: Transaction,
  { after, until }: { after: Date; until: Date },
): Promise<MailedNotification[]> {
  const found =
    await sql<MailedRow>`select ${notificationColumns}, ${receiverColumns} from notifications n
    join users u on u.id = n.user_id and u.is_active
    left join notification_preferences p on p.user_id = u.id
    where n.created_at > ${after} and n.created_at <= ${until} and n.read_at is null and n.email
    order by n.user_id, n.id`.execute(trx);
  return found.rows.map(mailedOf);
}

/** When the last daily summary was sent, locked until the transaction ends; null while another instance holds it. */
export async function lockDigests(trx: Transaction): Promise<Date | null> {
  const found = await sql<{ digested_until: string }>`select digested_until
    from notification_state for update skip locked`.execute(trx);
  const row = found.rows[0];
  return row ? new Date(row.digested_until) : null;
}

export async function findDigestedUntil(db: Db): Promise<Date | null> {
  const found = await sql<{ digested_until: string }>`select digested_until
    from notification_state`.execute(db);
  const row = found.rows[0];
  return row ? new Date(row.digested_until) : null;
}

export async function setDigestedUntil(trx: Transaction, until: Date): Promise<void> {
  await sql`update notification_state set digested_until = ${until}`.execute(trx);
}

/**
 * Records the newest migration as known. Returns the previously known one when it differs; the row stays locked, so
 * that only one of several instances reports the upgrade.
 */
export async function noteMigration(
  trx: Transaction,
): Promise<{ from: number; to: number } | null> {
  const found = await sql<{ from: number | null; to: number }>`select
      s.known_migration as "from", (select max(number) from migrations) as "to"
    from notification_state s for update`.execute(trx);
  const row = found.rows[0];
  if (!row || row.from === row.to) return null;
  await sql`update notification_state set known_migration = ${row.to}`.execute(trx);
  return row.from === null ? null : { from: row.from, to: row.to };
}
