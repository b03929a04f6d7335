import { sql } from 'kysely';
import { type Db, findJson, instantText, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import { isOpen, nextTries } from '~/kit/server/jobs/daily-tries';
import { addDays, type Day } from '~/kit/shared/time/days';
import type { RemindedInvoice, Reminder } from '../receivables.fields';
import type { OwedInvoice } from '../receivables.rules';

/** SQL: an invoice `i` that a reminder of a day may name. */
function isOwed(today: SqlPart): SqlPart {
  return sql`i.status in ('pending', 'sent', 'partially_paid', 'overdue') and i.balance_due > 0
    and not i.is_disputed and (i.promised_on is null or i.promised_on < ${today})`;
}

/** The unpaid invoices of a customer that reminders may name, the longest due first, and what pending payments hold of each. */
export async function listOwed(db: Db, customer: number, today: Day): Promise<OwedInvoice[]> {
  const found =
    await sql<OwedInvoice>`select i.id as invoice_id, i.invoice_number, i.due_date, i.balance_due,
      least(i.balance_due, ${heldOf(sql`p.invoice_id = i.id`)}) as held_amount
    from invoices i where i.customer_id = ${customer} and ${isOwed(sql`${today}::date`)}
    order by i.due_date, i.id`.execute(db);
  return found.rows;
}

/** What pending payments hold of a customer's invoices, in rupees. */
export async function sumHeld(db: Db, customer: number): Promise<number> {
  const found = await findJson<{ held: number }>(
    db,
    sql`select ${heldOf(sql`p.invoice_id in (select i.id from invoices i where i.customer_id = ${customer})`)} as held`,
  );
  return found?.held ?? 0;
}

function heldOf(where: SqlPart): SqlPart {
  return sql`(select coalesce(sum(p.amount), 0) from payments p
    where p.status in ('pending', 'processing') and ${where})`;
}

/** Customers with reminders, without one today, and with an unpaid invoice so many days after its due date. */
export async function listToRemind(
  db: Db,
  { days, today }: { days: readonly number[]; today: Day },
): Promise<number[]> {
  const dues = days.map((after) => addDays(today, -after));
  const found = await sql<{
    id: number;
  }>`select distinct c.id from invoices i join customers c on c.id = i.customer_id
    where i.due_date = any (${dues}::date[]) and ${isOwed(sql`${today}::date`)} and not c.no_reminders
      and not exists (select from payment_reminders r where r.customer_id = c.id and r.reminder_date = ${today})
      and not exists (select from reminder_tries r where r.customer_id = c.id and not ${isOpen(today)})
    order by c.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Counts a customer's reminder that failed this day. */
export async function noteFailure(db: Db, customer: number, today: Day): Promise<void> {
  await sql`insert into reminder_tries as r (customer_id, run_day, tries) values (${customer}, ${today}, 1)
    on conflict (customer_id) do update set run_day = ${today}, tries = ${nextTries(today)}`.execute(
    db,
  );
}

interface Reminded {
  company_name: string;
  no_reminders: boolean;
  is_reminded: boolean;
  /** By an email that was not rejected. */
  is_mailed: boolean;
}

/** Locks a customer, so that of two reminders at once the later sees the earlier; null where there is none. */
export async function lockReminded(
  trx: Transaction,
  id: number,
  today: Day,
): Promise<Reminded | null> {
  await sql`select from customers where id = ${id} for no key update`.execute(trx);
  const ofToday = sql`payment_reminders r left join mails m on m.id = r.mail_id
    where r.customer_id = c.id and r.reminder_date = ${today}`;
  const found = await sql<Reminded>`select company_name, no_reminders,
      exists (select from ${ofToday}) as is_reminded,
      exists (select from ${ofToday} and m.status is distinct from 'failed') as is_mailed
    from customers c where c.id = ${id}`.execute(trx);
  return found.rows[0] ?? null;
}

type NewReminder = Pick<
  Reminder,
  'customer_id' | 'reminder_date' | 'is_scheduled' | 'recipient' | 'amount' | 'created_by_name'
> & { invoices: readonly RemindedInvoice[]; created_by: number | null; created_at: Date };

export async function insertReminder(trx: Transaction, values: NewReminder): Promise<number> {
  const row = { ...values, invoices: JSON.stringify(values.invoices) };
  const created = await sql<{ id: number }>`insert into payment_reminders
      (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning id`.execute(trx);
  return created.rows[0]?.id ?? 0;
}

export async function noteMail(trx: Transaction, id: number, mail: number): Promise<void> {
  await sql`update payment_reminders set mail_id = ${mail} where id = ${id}`.execute(trx);
}

/** A reminder as it was queued; null where its customer gets none any longer. */
export async function findQueued(
  db: Db,
  id: number,
): Promise<{
  customer_id: number;
  reminder_date: Day;
  invoices: RemindedInvoice[];
} | null> {
  return findJson(
    db,
    sql`select r.customer_id, r.reminder_date, r.invoices
      from payment_reminders r join customers c on c.id = r.customer_id
      where r.id = ${id} and not c.no_reminders`,
  );
}

const selected = sql`select r.id, r.customer_id, r.reminder_date, r.is_scheduled, r.recipient, r.amount,
    r.invoices, case m.status when 'sending' then 'queued' else m.status end as mail_status,
    m.last_error as mail_error, r.created_by_name, ${instantText(sql.ref('r.created_at'))} as created_at
  from payment_reminders r left join mails m on m.id = r.mail_id`;

/** The reminders of a customer, newest first, with the states of their mails. */
export async function listReminders(db: Db, customer: number): Promise<Reminder[]> {
  const found = await sql<Reminder>`${selected} where r.customer_id = ${customer}
    order by r.created_at desc, r.id desc limit 1000`.execute(db);
  return found.rows;
}

/** The reminder in a mail; 404. */
export async function getReminder(db: Db, mail: number): Promise<Reminder> {
  const found = await sql<Reminder>`${selected} where r.mail_id = ${mail}`.execute(db);
  const [reminder] = found.rows;
  if (!reminder) throw notFound('Reminder');
  return reminder;
}
