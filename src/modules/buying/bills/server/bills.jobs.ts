import { anonymous, type Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { updateRecords } from '~/kit/server/database/write';
import type { Job } from '~/kit/server/jobs/jobs';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { bills, lockFallenDue } from './bills.queries';

const billsAtOnce = 500;

/** Marks unpaid bills past their due date as overdue; due today is not past (docs/product/bills.md#status). */
export async function markBillsOverdue(db: Db, now: Date): Promise<void> {
  for (let marked = billsAtOnce; marked === billsAtOnce; ) {
    const work = (trx: Transaction) => markSome({ trx, context: { person: anonymous, now } });
    marked = await inTransaction(db, work, systemAt(now));
  }
}

async function markSome(write: Write): Promise<number> {
  const ids = await lockFallenDue(write.trx, await companyToday(write), billsAtOnce);
  const values = { status: 'overdue' };
  if (ids.length > 0) await updateRecords(write, bills, { ids, values, action: 'overdue' });
  return ids.length;
}

export const billJobs: readonly Job[] = [
  { name: 'bills.overdue', everySeconds: 3600, run: ({ db }, now) => markBillsOverdue(db, now) },
];
