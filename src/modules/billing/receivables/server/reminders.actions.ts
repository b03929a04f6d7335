import { isDeepStrictEqual } from 'node:util';
import { type Context, anonymous, type Write, createdBy } from '~/kit/server/database/context';
import type { Database, Db } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import { inSequence } from '~/kit/server/jobs/jobs';
import { queueMail } from '~/kit/server/mail/mail';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { type Day, dayOf, hourOf } from '~/kit/shared/time/days';
import type { PaidInto } from '~/modules/organization/company/accounts.fields';
import {
  billingIdentity,
  findPaidInto,
} from '~/modules/organization/company/server/identity.service';
import { companyDay, getSettings } from '~/modules/organization/company/server/settings.service';
import { enforceWritable } from '~/kit/server/database/write-rights';
import { type Recipients, recipientOf } from '~/modules/sales/customers/server/recipients.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { RemindedInvoice, Reminder, Statement } from '../receivables.fields';
import { scheduledOf } from '../receivables.rules';
import { reminderLetter } from '../reminder-letters.rules';
import { getAccountOwner } from './receivables.queries';
import {
  concludeMail,
  type MailDelivery,
  replyLimit,
} from '~/modules/sales/papers/server/sending.service';
import {
  getReminder,
  insertReminder,
  listToRemind,
  lockReminded,
  noteFailure,
  noteMail,
} from './reminders.queries';
import { readOwed } from './owed.internal';
import { printedStatement, readStatement, statementAttachment } from './statements.actions';

/** The hour from which reminders go out, where the company is. */
const firstHour = 9;

/** A reminder worked out, before its file is made. */
interface Plan {
  today: Day;
  /** The customer's name. */
  name: string;
  recipients: Recipients;
  invoices: RemindedInvoice[];
  /** In rupees, the money of the customer that no invoice has yet, as far as it pays these. */
  received: number;
  statement: Statement;
  paidInto: PaidInto;
  printed: PrintDocument;
}

function totalOf(invoices: readonly RemindedInvoice[]): number {
  return sumOf(invoices.map(({ balance_due }) => balance_due));
}

/** Which of a customer's unpaid invoices a reminder names. */
type Choose = (owed: RemindedInvoice[], today: Day) => RemindedInvoice[];

async function planReminder(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  customer: number,
  choose: Choose,
): Promise<Plan | null> {
  const { db } = context;
  const today = await companyDay(context);
  const { invoices: owed, received } = await readOwed(context, customer, today);
  const invoices = choose(owed, today);
  if (invoices.length === 0) return null;
  const owner = await getAccountOwner(db, customer, context.person);
  const { company_name: name } = owner;
  const whom = { customer_id: customer, customer_name: name };
  const recipients = await recipientOf({ trx: db, context }, whom, 'reminder.recipient_missing');
  const statement = await readStatement(context, owner, { from: null, to: null });
  const printed = await printedStatement(context, statement, totalOf(invoices));
  const paidInto = await findPaidInto(db);
  return { today, name, recipients, invoices, received, statement, paidInto, printed };
}

/** The queued mail, null where none is due, or that the account changed since. */
type Queued = number | null | 'changed';

interface Sending {
  context: Write['context'] & { db: Db };
  transaction: (work: (trx: Transaction) => Promise<Queued>) => Promise<Queued>;
  customer: number;
  isScheduled: boolean;
  choose: Choose;
}

const mostAttempts = 5;

/**
 * Queues a reminder with the statement, once; its row and its mail share the transaction. Where the account
 * changed while the file was made, it is planned again. Returns the mail, null where no invoice is due.
 */
async function remind(sending: Sending): Promise<number | null> {
  const { context, customer, choose, transaction } = sending;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const plan = await planReminder(context, customer, choose);
    if (!plan) return null;
    const content = await makePdf(plan.printed);
    const queued = await transaction(async (trx) => {
      const write = { trx, context };
      const state = await lockReminded(trx, customer, plan.today);
      if (!state || state.no_reminders) return null;
      if (sending.isScheduled && state.is_reminded) return null;
      if (!sending.isScheduled && state.is_mailed) throw remindedToday(customer, state);
      const now = await planReminder({ ...context, db: trx }, customer, choose);
      if (!isDeepStrictEqual(now, plan)) return 'changed';
      return queueReminder(write, sending, { plan, content });
    });
    if (queued !== 'changed') return queued;
  }
  throw new Error(`The account of customer ${customer} keeps changing`);
}

function remindedToday(id: number, { company_name: label }: { company_name: string }): AppError {
  const message = `${label} got a reminder today. Send the next one tomorrow.`;
  return new AppError('reminder.sent_today', message, {
    details: [
      { message: 'A customer gets one reminder a day', record: { type: 'customer', id, label } },
    ],
  });
}

async function queueReminder(
  write: Write,
  { customer, isScheduled }: Sending,
  { plan, content }: { plan: Plan; content: Buffer },
): Promise<number> {
  const { trx, context } = write;
  const { today, name, recipients, invoices, received, statement, paidInto } = plan;
  const { to, contact } = recipients;
  const { company_name: company } = await billingIdentity(trx);
  const texts = await getSettings(trx);
  const { now } = context;
  const id = await insertReminder(trx, {
    customer_id: customer,
    reminder_date: today,
    is_scheduled: isScheduled,
    recipient: to.join(', '),
    amount: totalOf(invoices),
    invoices,
    ...createdBy(context),
    created_at: now,
  });
  const mail = {
    ...reminderLetter({
      contact,
      company,
      today,
      invoices,
      received,
      paidInto,
      customer: name,
      texts,
    }),
    to,
    attachments: [statementAttachment(statement, content)],
    // One that waits is sent only while all of it is still owed; one on request is sent at once.
    ...(isScheduled ? { link: { kind: 'reminder', id } } : {}),
  };
  const mailId = await queueMail(trx, mail, now);
  await noteMail(trx, id, mailId);
  return mailId;
}

/**
 * Sends a customer a reminder of all that is due now (docs/product/receivables.md#reminders); answers it. 409 for the
 * second of a day.
 */
export async function sendReminder(
  context: Context,
  customer: number,
  delivery: MailDelivery,
): Promise<Reminder> {
  const limit = replyLimit();
  const owner = await getAccountOwner(context.db, customer, context.person);
  if (owner.no_reminders) {
    const message = `${owner.company_name} gets no reminders. Change that at the customer first.`;
    throw new AppError('reminder.switched_off', message);
  }
  const mailId = await remind({
    context,
    transaction: (work) =>
      context.write(async (write, trx) => {
        await enforceWritable(write, owner);
        return work(trx);
      }),
    customer,
    isScheduled: false,
    choose: (owed, today) => owed.filter(({ due_date }) => due_date <= today),
  });
  if (mailId === null) {
    const { company_name: name } = owner;
    const { received } = await readOwed(context, customer, await companyDay(context));
    const message =
      received > 0
        ? `Payments and credit of ${name} that are not applied yet cover what is due. Apply them to the invoices.`
        : `No invoice of ${name} is due. Disputed invoices, and those promised for a later day, do not count.`;
    const record = { type: 'customer', id: customer, label: name } as const;
    throw new AppError('reminder.nothing_due', message, { details: [{ message, record }] });
  }
  await concludeMail(context, delivery, { mailId, limit, rejected: 'reminder.mail_rejected' });
  return getReminder(context.db, mailId);
}

/**
 * Sends the reminders of the day, from nine on, each customer's once; those without an address are left out. One that
 * fails is tried three times a day.
 */
export async function sendScheduled(
  { db }: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { reminders, time_zone } = await getSettings(db);
  if (!reminders.enabled || hourOf(now, time_zone) < firstHour) return;
  const { days } = reminders;
  const today = dayOf(now, time_zone);
  const ids = await listToRemind(db, { days, today });
  await inSequence(
    ids.map((customer) => async () => {
      if (signal?.aborted) return;
      const sending = {
        context: { db, person: anonymous, now },
        transaction: (work: Parameters<Sending['transaction']>[0]) =>
          inTransaction(db, work, systemAt(now)),
        customer,
        isScheduled: true,
        choose: (owed: RemindedInvoice[]) => scheduledOf(owed, { days, today }),
      };
      await remind(sending)
        .catch(skipUnreachable)
        .catch(async (error: unknown) => {
          await noteFailure(db, customer, today);
          throw new Error(`Reminder for customer ${customer}`, { cause: error });
        });
    }),
  );
}

function skipUnreachable(error: unknown): void {
  const isUnreachable = error instanceof AppError && error.code === 'reminder.recipient_missing';
  if (!isUnreachable) throw error;
}
