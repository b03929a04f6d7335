import { anonymous, type Write } from '~/kit/server/database/context';
import { type Db } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { updateRecords } from '~/kit/server/database/write';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { invoices, lockFallenDue } from './invoices.queries';

const invoicesAtOnce = 500;

/**
 * Marks every unpaid invoice past its due date as overdue; due today is not past (docs/product/invoices.md#overdue).
 */
export async function markAllOverdue(db: Db, now: Date): Promise<void> {
  for (let marked = invoicesAtOnce; marked === invoicesAtOnce; ) {
    const work = (trx: Transaction) => markOverdue({ trx, context: { person: anonymous, now } });
    marked = await inTransaction(db, work, systemAt(now));
  }
}

/** Like `markAllOverdue` for up to five hundred, in the caller's transaction; returns how many became overdue. */
export async function markOverdue(write: Write): Promise<number> {
  const ids = await lockFallenDue(write.trx, await companyToday(write), invoicesAtOnce);
  const values = { status: 'overdue' };
  if (ids.length > 0) await updateRecords(write, invoices, { ids, values, action: 'overdue' });
  return ids.length;
}
