import { anonymous, type Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { readAccount } from '~/modules/sales/customers/server/accounts.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { lessReceived, type StillOwed } from '../receivables.rules';
import { findQueued, listOwed } from './reminders.queries';

type Reading = Pick<Context, 'db' | 'now'>;

/** What a customer still has to pay of the invoices that reminders may name (docs/product/receivables.md#reminders). */
export async function readOwed(
  { db, now }: Reading,
  customer: number,
  today: Day,
): Promise<StillOwed> {
  const owed = await listOwed(db, customer, today);
  if (owed.length === 0) return { invoices: [], received: 0 };
  const account = await readAccount({ db, now, person: anonymous }, customer);
  return lessReceived(owed, sumOf([account.customer_credit, account.advances]));
}

/** Whether no less than a reminder says is still to be paid, and the customer gets reminders. */
export async function isStillOwed(db: Db, id: number, now: Date): Promise<boolean> {
  const reminder = await findQueued(db, id);
  if (!reminder) return false;
  const { invoices } = await readOwed({ db, now }, reminder.customer_id, reminder.reminder_date);
  const remaining = new Map(invoices.map((each) => [each.invoice_id, each.balance_due]));
  return reminder.invoices.every(
    ({ invoice_id, balance_due }) => (remaining.get(invoice_id) ?? 0) >= balance_due,
  );
}
