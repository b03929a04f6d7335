import { sql } from 'kysely';
import { type Db, findJson, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type {
  Notification,
  NotificationEvent,
  Preferences,
  ReadRequest,
} from '../notifications.fields';
import { defaultPreferences } from '../notifications.rules';

type Choices = Record<string, { email: boolean; push: boolean; sms: boolean }>;

interface PreferencesRow {
  events: Choices;
  do_not_disturb: boolean;
  email_digest: boolean;
}

const preferenceColumns = sql`p.events, p.do_not_disturb, p.email_digest`;

/** What was saved over what everybody begins with: an event that came later has its default. */
function preferencesOf(
  row: { [K in keyof PreferencesRow]: PreferencesRow[K] | null },
): Preferences {
  const { events: begun, do_not_disturb, email_digest } = defaultPreferences;
  return {
    events: begun.map((event) => ({ ...event, ...row.events?.[event.id] })),
    do_not_disturb: row.do_not_disturb ?? do_not_disturb,
    email_digest: row.email_digest ?? email_digest,
  };
}

export async function findPreferences(db: Db, userId: number): Promise<Preferences> {
  const row = await findJson<PreferencesRow>(
    db,
    sql`select ${preferenceColumns} from notification_preferences p where p.user_id = ${userId}`,
  );
  return row ? preferencesOf(row) : defaultPreferences;
}

/** Two who save the same person's choices at once do so one after the other. */
export async function lockPreferences(trx: Transaction, userId: number): Promise<void> {
  await sql`select id from users where id = ${userId} for no key update`.execute(trx);
}

export async function savePreferences(
  trx: Transaction,
  { userId, preferences, now }: { userId: number; preferences: Preferences; now: Date },
): Promise<void> {
  const events = Object.fromEntries(preferences.events.map(({ id, ...on }) => [id, on]));
  await sql`insert into notification_preferences
      (user_id, events, do_not_disturb, email_digest, created_at, updated_at)
    values (${userId}, ${JSON.stringify(events)}::jsonb, ${preferences.do_not_disturb},
      ${preferences.email_digest}, ${now}, ${now})
    on conflict (user_id) do update set events = excluded.events,
      do_not_disturb = excluded.do_not_disturb, email_digest = excluded.email_digest,
      updated_at = excluded.updated_at`.execute(trx);
}

const columns = sql`n.id, n.event, n.title, n.message, n.user_name,
  case when n.record_id is not null then
    json_strip_nulls(json_build_object('type', n.record_type, 'id', n.record_id,
      'label', n.record_label, 'entity', case when n.record_type = 'user' then (
        select nullif(a.entity, 'users') from activity a where a.id = n.activity_id) end))
  end as record,
  n.read_at is not null as is_read, ${instantText(sql`n.created_at`)} as created_at`;

/** What arrived for a person, newest first. */
export async function listNotifications(
  db: Db,
  userId: number,
  limit: number,
): Promise<Notification[]> {
  const found = await sql<Notification>`select ${columns} from notifications n
    where n.user_id = ${userId} and n.push order by n.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** Marks as read what is this person's own; gives how many were not read before. */
export async function markRead(
  trx: Transaction,
  { userId, wish, now }: { userId: number; wish: ReadRequest; now: Date },
): Promise<number> {
  const which = 'all' in wish ? sql`true` : sql`id = any (${wish.ids}::integer[])`;
  const marked = await sql`update notifications set read_at = ${now}
    where user_id = ${userId} and read_at is null and ${which} returning id`.execute(trx);
  return marked.rows.length;
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from notifications
    where user_id = ${userId} and read_at is null and push`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** A line of the activity log that was not yet told, as the database holds it. */
export interface QueuedDeed {
  id: number;
  type: string;
  entity: string | null;
  action: string;
  record_id: number | null;
  record_label: string;
  title: string;
  message: string;
  user_id: number | null;
  user_name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  created_at: string;
}

/** Takes what waits, oldest first; who else takes at the same moment gets other lines. */
export async function takeQueued(trx: Transaction, limit: number): Promise<QueuedDeed[]> {
  const taken = await sql<QueuedDeed>`with taken as (
      delete from notification_queue where activity_id in (
        select activity_id from notification_queue order by activity_id limit ${limit}
        for update skip locked)
      returning activity_id)
    select a.id, a.type, a.entity, a.action, a.record_id, a.record_label, a.title, a.message, a.user_id,
      a.user_name, a.before, a.after, a.created_at
    from activity a join taken on taken.activity_id = a.id order by a.id`.execute(trx);
  return taken.rows;
}

export interface Receiver {
  user_id: number;
  email: string;
  first_name: string;
  preferences: Preferences;
}

type ReceiverRow = Omit<Receiver, 'preferences'> & PreferencesRow;

function receiverOf(row: ReceiverRow): Receiver {
  const { user_id, email, first_name } = row;
  return { user_id, email, first_name, preferences: preferencesOf(row) };
}

const receiverColumns = sql`u.id as user_id, u.email, u.first_name, ${preferenceColumns}`;

/**
 * The active people whom each of some deeds concerns, by the deed's id: assignee, makers, administrators; not the one
 * who did it (docs/product/notifications.md#receivers).
 */
export async function findReceivers(
  db: Db,
  deeds: readonly QueuedDeed[],
): Promise<Map<number, Receiver[]>> {
  const asked = deeds.map(({ id, type, entity, record_id, user_id, after }) => ({
    id,
    type,
    entity,
    record_id,
    user_id,
    started_by: typeof after?.['started_by'] === 'number' ? after['started_by'] : null,
  }));
  const found = await sql<ReceiverRow & { deed: number }>`
    select d.id as deed, ${receiverColumns}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d (
      id bigint, type text, entity text, record_id integer, user_id integer, started_by integer)
    join users u on u.is_active and u.id is distinct from d.user_id and (
      u.role = 'admin'
      or u.id = d.started_by
      or u.id in (select a.user_id from activity a where a.entity = d.entity
        and a.record_id = d.record_id and a.action = 'created')
      or (d.type = 'lead' and u.id = (select assigned_to from leads where id = d.record_id))
      or (d.type = 'payment' and u.id = (select i.created_by from payments y
        join invoices i on i.id = y.invoice_id where y.id = d.record_id)))
    left join notification_preferences p on p.user_id = u.id
    order by d.id, u.id`.execute(db);
  const receivers = new Map<number, Receiver[]>();
  for (const { deed, ...row } of found.rows) {
    receivers.set(deed, [...(receivers.get(deed) ?? []), receiverOf(row)]);
  }
  return receivers;
}

export interface NewNotification {
  deed: QueuedDeed;
  event: NotificationEvent;
  userId: number;
  push: boolean;
  email: boolean;
  mailAt: Date | null;
  now: Date;
}

/** Writes down that a person is told; null where that was done before. */
export async function insertNotification(
  trx: Transaction,
  { deed, event, userId, push, email, mailAt, now }: NewNotification,
): Promise<Notification | null> {
  const made = await sql<Notification>`insert into notifications as n
      (user_id, activity_id, event, title, message, user_name, record_type, record_id,
        record_label, push, email, mail_at, created_at)
    values (${userId}, ${deed.id}, ${event}, ${deed.title}, ${deed.message}, ${deed.user_name},
      ${deed.type}, ${deed.record_id}, ${deed.record_label}, ${push}, ${email}, ${mailAt}, ${now})
    on conflict (user_id, activity_id) do nothing returning ${columns}`.execute(trx);
  return made.rows[0] ?? null;
}

/** When this person was last mailed, or is about to be, of an event of one record. */
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

/** A notification with its reader, as it goes into a mail. */
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

/** What is to be mailed now, of active people, locked until the transaction ends. */
export async function takeMailable(trx: Transaction, now: Date): Promise<MailedNotification[]> {
  const found = await sql<MailedRow>`select ${columns}, ${receiverColumns} from notifications n
    join users u on u.id = n.user_id and u.is_active
    left join notification_preferences p on p.user_id = u.id
    where n.mail_at <= ${now} order by n.user_id, n.id limit 500
    for update of n skip locked`.execute(trx);
  return found.rows.map(mailedOf);
}

/** Mailed now; or to be mailed at another moment, or not at all. */
export async function setMailed(
  trx: Transaction,
  ids: readonly number[],
  outcome: { mailedAt: Date } | { mailAt: Date | null },
): Promise<void> {
  const set =
    'mailedAt' in outcome
      ? sql`mail_at = null, mailed_at = ${outcome.mailedAt}`
      : sql`mail_at = ${outcome.mailAt}`;
  await sql`update notifications set ${set} where id = any (${ids}::integer[])`.execute(trx);
}

/** Whoever was deactivated meanwhile is mailed nothing of what waited. */
export async function dropMailOfInactive(trx: Transaction): Promise<void> {
  await sql`update notifications n set mail_at = null from users u
    where n.mail_at is not null and u.id = n.user_id and not u.is_active`.execute(trx);
}

/** Where the daily summaries stand, locked until the transaction ends; null while another copy has it. */
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

/** What active people have not read of what came after one instant, up to another; by person, oldest first. */
export async function listUnreadBetween(
  trx: Transaction,
  { after, until }: { after: Date; until: Date },
): Promise<MailedNotification[]> {
  const found = await sql<MailedRow>`select ${columns}, ${receiverColumns} from notifications n
    join users u on u.id = n.user_id and u.is_active
    left join notification_preferences p on p.user_id = u.id
    where n.created_at > ${after} and n.created_at <= ${until} and n.read_at is null and n.email
    order by n.user_id, n.id`.execute(trx);
  return found.rows.map(mailedOf);
}

export async function deleteOlder(db: Db, than: Date): Promise<void> {
  await sql`delete from notifications where created_at < ${than}`.execute(db);
}

/**
 * Notes the newest step of the database as known. Gives the step that was known before, when there was one and it is
 * another; the row stays locked, so that of several copies one tells of it.
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
