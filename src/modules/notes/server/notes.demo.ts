import type { Transaction } from '~/kit/server/database/transaction';
import { insertSampleNotes } from './samples.queries';

const msPerDay = 86_400_000;

const plans: readonly (readonly [daysAgo: number, text: string])[] = [
  [9, 'Met at the trade fair in Pune. Wants a price for 200 flanges a month.'],
  [6, 'Called back: the drawing comes by Friday, the old one is no longer valid.'],
  [14, 'Pays by the 10th of each month, never before. Do not send reminders in the first week.'],
  [3, 'Asked for test certificates with every lot from now on.'],
  [5, 'Compares us with a supplier in Rajkot. Delivery time decides, not the price.'],
  [2, 'Plant is closed for maintenance until the end of the month; call after that.'],
  [21, 'New buyer since this month. The old one stays with the company, in projects.'],
  [1, 'Agreed on the phone: partial deliveries are fine, each with its own invoice.'],
];

/** Sample notes on some customers and leads; returns how many. */
export async function fillDemoRecordNotes(trx: Transaction, now: Date): Promise<number> {
  const notes = plans.map(([daysAgo, text]) => ({
    text,
    created_at: new Date(now.getTime() - daysAgo * msPerDay).toISOString(),
  }));
  return insertSampleNotes(trx, notes);
}
