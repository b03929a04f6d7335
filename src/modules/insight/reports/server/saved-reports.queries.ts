import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { isOpen, nextTries } from '~/kit/server/jobs/daily-tries';
import type { Day } from '~/kit/shared/time/days';
import { readableAccounts } from '~/modules/billing/receivables/server/statements.service';
import { readableVendors } from '~/modules/buying/vendor-payments/server/vendor-statements.service';
import type { Party } from './accounts.internal';
import type { NewSavedReport, SavedReport, Timing } from '../saved-reports.fields';

export type SavedRow = Omit<SavedReport, 'entry'>;

const nameOf = (user: string) =>
  sql`trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`;

/** A person's saved reports and scheduled statements in the order in which they were saved. */
export async function listSaved(db: Db, person: Person): Promise<SavedRow[]> {
  const recipients = sql`select jsonb_agg(jsonb_build_object('user_id', u.id, 'name', ${nameOf('u')},
      'run_day', r.run_day, 'mail_status', case m.status when 'sending' then 'queued' else m.status end,
      'failure', coalesce(r.failure, case m.status when 'failed' then m.last_error end))
      order by lower(u.first_name), lower(u.last_name), u.id)
    from report_recipients r join users u on u.id = r.user_id left join mails m on m.id = r.mail_id
    where r.saved_report_id = s.id`;
  const found = await sql<SavedRow>`select s.id, s.name, s.report, s.choices,
      (select jsonb_build_object('id', t.id, 'name', t.company_name) from customers t
        where t.id = s.customer_id and ${readableAccounts(person)}) as customer,
      (select jsonb_build_object('id', t.id, 'name', t.company_name) from vendors t
        where t.id = s.vendor_id and ${readableVendors(person)}) as vendor,
      s.schedule || jsonb_build_object('recipients', coalesce((${recipients}), '[]')) as schedule,
      ${instantText(sql.ref('s.created_at'))} as created_at
    from saved_reports s
    where s.user_id = ${person.id} order by s.id`.execute(db);
  return found.rows;
}

/** `party` is that of a statement. */
export async function insertSaved(
  trx: Transaction,
  { report, name, choices }: NewSavedReport,
  { user, now, party = null }: { user: number; now: Date; party?: Party | null },
): Promise<number> {
  const idOf = (kind: Party['kind']) => (party?.kind === kind ? party.id : null);
  const created = await sql<{ id: number }>`insert into saved_reports
      (user_id, report, name, choices, customer_id, vendor_id, created_at)
    values (${user}, ${report}, ${name}, ${JSON.stringify(choices)}::jsonb, ${idOf('customers')}, ${idOf('vendors')}, ${now})
    returning id`.execute(trx);
  return created.rows[0]?.id ?? 0;
}

/** Null if it is not a saved report of this person. */
export async function removeSaved(
  trx: Transaction,
  id: number,
  user: number,
): Promise<{ is_scheduled: boolean } | null> {
  const removed = await sql<{ is_scheduled: boolean }>`delete from saved_reports
    where id = ${id} and user_id = ${user}
    returning schedule is not null as is_scheduled`.execute(trx);
  return removed.rows[0] ?? null;
}

/** Sets when a saved report is mailed, null for never; false if it is not one of this person. */
export async function writeSchedule(
  trx: Transaction,
  { id, user }: { id: number; user: number },
  schedule: Timing | null,
): Promise<boolean> {
  const written = await sql`update saved_reports
      set schedule = ${schedule && JSON.stringify(schedule)}::jsonb
    where id = ${id} and user_id = ${user} returning id`.execute(trx);
  return written.rows.length > 0;
}

/** Sets to whom it is mailed; those who stay keep what became of the last time. */
export async function writeRecipients(
  trx: Transaction,
  id: number,
  users: readonly number[],
): Promise<void> {
  await sql`delete from report_recipients
    where saved_report_id = ${id} and user_id <> all (${users}::integer[])`.execute(trx);
  await sql`insert into report_recipients (saved_report_id, user_id)
    select ${id}, unnest(${users}::integer[]) on conflict do nothing`.execute(trx);
}

export async function countActive(trx: Transaction, users: readonly number[]): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from users
    where id = any (${users}::integer[]) and is_active`.execute(trx);
  return found.rows[0]?.count ?? 0;
}

/** A report or statement that is to be mailed to one person. */
export interface Scheduled extends Pick<SavedReport, 'report' | 'choices'> {
  /** Of the recipient's row. */
  id: number;
  saved_report_id: number;
  user_id: number;
  /** Both null for a report. */
  customer_id: number | null;
  vendor_id: number | null;
  schedule: Timing;
}

const scheduled = sql`select r.id, r.saved_report_id, r.user_id, s.report, s.choices, s.customer_id, s.vendor_id, s.schedule
  from report_recipients r join saved_reports s on s.id = r.saved_report_id and s.schedule is not null
    join users o on o.id = s.user_id and o.is_active`;

/** What active people scheduled, as far as it is open this day. */
export async function listScheduled(db: Db, today: Day): Promise<Scheduled[]> {
  const found = await sql<Scheduled>`${scheduled} where ${isOpen(today)} order by r.id`.execute(db);
  return found.rows;
}

/** So many emails of schedules wait for the mail server. */
export async function countWaiting(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::integer as count from mails
    where status in ('queued', 'sending') and link->>'kind' = 'report'`.execute(db);
  return found.rows[0]?.count ?? 0;
}

interface LastRun {
  run_day: Day;
  made_for: string | null;
}

/** The same of one recipient, with its last mail; null once it is stopped. */
export async function findScheduled(db: Db, id: number): Promise<(Scheduled & LastRun) | null> {
  const found = await sql<Scheduled & LastRun>`select x.*, r.run_day, r.made_for
    from (${scheduled}) x join report_recipients r on r.id = x.id where x.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}

export interface Names {
  email: string;
  first_name: string;
  owner: string;
}

/** Notes that a recipient's report is started this day, failed until it has an end; false if it is not open. */
export async function startRun(
  db: Db,
  { id, failure }: { id: number; failure: string },
  today: Day,
): Promise<boolean> {
  const started =
    await sql`update report_recipients r set run_day = ${today}, failure = ${failure}, mail_id = null,
      tries = ${nextTries(today)}
    where id = ${id} and ${isOpen(today)} returning id`.execute(db);
  return started.rows.length > 0;
}

/** Records the end of a run of this day; null if it has ended already, or is no longer scheduled. */
export async function endRun(
  trx: Transaction,
  { id, failure }: { id: number; failure: string | null },
  today: Day,
): Promise<Names | null> {
  const ended = await sql<Names>`update report_recipients r set failure = ${failure}, tries = 0
    from users u, saved_reports s join users o on o.id = s.user_id
    where r.id = ${id} and r.run_day = ${today} and r.tries > 0 and u.id = r.user_id
      and s.id = r.saved_report_id and s.schedule is not null and o.is_active
    returning u.email, u.first_name, ${nameOf('o')} as owner`.execute(trx);
  return ended.rows[0] ?? null;
}

/** Notes the mail of a run, and what its recipient could read (`scopeOf`). */
export async function noteMail(
  trx: Transaction,
  id: number,
  { mail, made_for }: { mail: number; made_for: string },
): Promise<void> {
  await sql`update report_recipients set mail_id = ${mail}, made_for = ${made_for}
    where id = ${id}`.execute(trx);
}
