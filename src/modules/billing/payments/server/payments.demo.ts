import { anonymous } from '~/kit/server/database/context';
import { together } from '~/kit/server/database/together';
import type { Transaction } from '~/kit/server/database/transaction';
import { restOf } from '~/modules/sales/documents/lines/totals.rules';
import { addDays, daysBetween, dayOf } from '~/kit/shared/time/days';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { markOverdue } from '~/modules/billing/invoices/server/overdue.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Payment } from '../payments.fields';
import { addPayment, addWriteOff } from './payments.actions';
import { findDoubtful, listUnpaid } from './payments.queries';

/** Days after the invoice, share of what is due in percent, method, and status. */
type Sample = readonly [
  after: number,
  percent: number | 'rest',
  method: Payment['payment_method'],
  status: Payment['status'],
];

const ways: readonly (readonly Sample[])[] = [
  [[21, 100, 'bank_transfer', 'completed']],
  [
    [12, 50, 'bank_transfer', 'completed'],
    [33, 'rest', 'check', 'completed'],
  ],
  [[28, 100, 'check', 'completed']],
  [],
  [[9, 40, 'cash', 'completed']],
  [[4, 100, 'credit_card', 'completed']],
  [
    [10, 100, 'credit_card', 'failed'],
    [13, 100, 'bank_transfer', 'completed'],
  ],
  [[16, 100, 'bank_transfer', 'completed']],
  [[7, 60, 'check', 'pending']],
  [[24, 100, 'other', 'completed']],
  [[5, 25, 'bank_transfer', 'processing']],
];

/** After so many days only few invoices are still unpaid. */
const oldAfter = 75;
const settledWays = [0, 1, 2, 5, 6, 7, 9].map((way) => ways[way] ?? []);

const writtenOffDaysAgo = 40;

const marks: Record<Payment['payment_method'], string | null> = {
  bank_transfer: 'UTR',
  check: 'CHQ',
  credit_card: 'AUTH',
  cash: null,
  other: null,
};

/** Sample payments on the sample invoices, which become overdue without one; returns how many. */
export async function fillDemoPayments(trx: Transaction, now: Date): Promise<number> {
  const { time_zone } = await getSettings(trx);
  const today = dayOf(now, time_zone);
  let count = 0;
  await together(await listUnpaid(trx), async (invoice, index) => {
    if (paysTogether(invoice)) return;
    let first = 0;
    const isOld = daysBetween(invoice.invoice_date, today) > oldAfter && index % 19 !== 3;
    const usual = isOld ? settledWays : ways;
    for (const [after, percent, payment_method, status] of usual[index % usual.length] ?? []) {
      const payment_date = addDays(invoice.invoice_date, after);
      if (payment_date > today) continue;
      const daysAgo = daysBetween(payment_date, today);
      const at = new Date(now.getTime() - daysAgo * 86_400_000);
      count += 1;
      const { balance_due: due } = invoice;
      const amount = percent === 'rest' ? restOf(due, first) : shareOf(due, percent);
      first = amount;
      const mark = marks[payment_method];
      await addPayment(
        { trx, context: { person: anonymous, now: at } },
        {
          invoice_id: invoice.id,
          amount,
          payment_method,
          payment_date,
          status,
          reference_number: mark ? `${mark} ${60_040 + count * 317}` : null,
          notes: amount < due ? 'Part payment as agreed with their accounts department' : null,
        },
      );
    }
  });
  await markOverdue({ trx, context: { person: anonymous, now } });
  return count + (await writeOffSample(trx, now));
}

async function writeOffSample(trx: Transaction, now: Date): Promise<number> {
  const doubtful = await findDoubtful(trx);
  if (doubtful === null) return 0;
  const at = new Date(now.getTime() - writtenOffDaysAgo * 86_400_000);
  const reason = 'The customer closed this plant, and the last reminder came back';
  await addWriteOff({ trx, context: { person: anonymous, now: at } }, doubtful, { reason });
  return 1;
}

/** Some customers pay many invoices by one sum: the sample receipts. */
function paysTogether({ customer_id }: Pick<Invoice, 'customer_id'>): boolean {
  return customer_id % 13 === 1;
}

function shareOf(due: number, percent: number): number {
  return fromPaise(Math.floor((toPaise(due) * percent) / 100));
}
