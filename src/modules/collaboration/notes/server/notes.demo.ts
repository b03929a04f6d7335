import type { Transaction } from '~/kit/server/database/transaction';
import { insertSampleNotes, listWriters } from './samples.queries';
import type { Channel } from '~/modules/records/records/channels.fields';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

const msPerDay = 86_400_000;

/** `@who` becomes the name of a colleague who is mentioned. */
const plans: readonly [RecordKind, daysAgo: number, text: string, channel?: Channel][] = [
  ['leads', 9, 'Met at the trade fair in Pune. Wants a price for 200 flanges a month.', 'meeting'],
  ['customers', 6, 'Called back: the drawing comes by Friday, the old one is out.', 'call'],
  ['leads', 14, '@who please see whether we hold 0.05 mm on this one before I quote.'],
  ['customers', 3, 'Asked for test certificates with every lot from now on.'],
  ['leads', 5, 'Compares us with a supplier in Rajkot. Delivery time decides, not the price.'],
  [
    'customers',
    2,
    '@who their plant is closed until the end of the month; no reminders before that.',
  ],
  ['leads', 21, 'New buyer since this month. The old one stays with the company, in projects.'],
  ['customers', 1, 'Partial deliveries are fine, each with its own invoice.', 'call'],
  ['orders', 1, '@who the stores have packed the first half. Shall it go today?'],
  ['orders', 2, 'Transporter booked for Thursday, unloading by crane at their gate 2.'],
  ['invoices', 1, '@who accounts there ask for the purchase order number on the invoice.'],
  ['invoices', 4, 'Promised to pay with the next weekly run.'],
  [
    'products',
    7,
    'The supplier needs six weeks from now on. @who shall we raise the reorder level?',
  ],
  ['leads', 2, 'Saw their line of presses; they need the first lot before Diwali.', 'visit'],
  ['customers', 4, 'Walked through the new shed with their plant head.', 'visit'],
  ['transfers', 0, 'Arrived complete. Paint on Thursday, back in the main store by Saturday.'],
  ['products', 12, 'New batch measured: runout better than drawn, no rework.'],
];

/** Sample notes on some of the newest records, by the people of the company in turn; returns how many. */
export async function fillDemoRecordNotes(trx: Transaction, now: Date): Promise<number> {
  const people = await listWriters(trx);
  const notes = plans.flatMap(([kind, daysAgo, plan, channel = null], index) => {
    const [writer, other] = [people[index % people.length], people[(index + 1) % people.length]];
    if (!writer || !other) return [];
    return {
      kind,
      text: plan.replace('@who', `@${other.name}`),
      mentions: plan.includes('@who') ? [other.id] : [],
      channel,
      by: writer.id,
      name: writer.name,
      created_at: new Date(now.getTime() - daysAgo * msPerDay).toISOString(),
    };
  });
  return insertSampleNotes(trx, notes);
}
