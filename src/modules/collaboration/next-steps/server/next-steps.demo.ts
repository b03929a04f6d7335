import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { insertSampleSteps } from './next-steps.queries';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

const plans: readonly (readonly [kind: RecordKind, days: number, text: string, done?: boolean])[] =
  [
    ['leads', -3, 'Send the revised quotation with freight'],
    ['leads', -1, 'Ask the buyer for the signed drawing'],
    ['leads', 0, 'Call about the delivery date'],
    ['leads', 0, 'Confirm the visit of the maintenance team'],
    ['leads', 0, 'Send test certificates of the last heat'],
    ['leads', 1, 'Visit the press shop together with service'],
    ['leads', 2, 'Agree payment terms with accounts'],
    ['leads', 4, 'Show samples of the new sealing ring'],
    ['leads', 6, 'Ask how the trial run went'],
    ['leads', 12, 'Renew the annual rate contract'],
    ['leads', -2, 'Send the catalogue', true],
    ['leads', -6, 'Introduce ourselves to the plant head', true],
    ['customers', -2, 'Ask for the new address of their second works'],
    ['customers', 3, 'Offer the maintenance contract for next year'],
    ['orders', 0, 'Tell the buyer when the lorry leaves'],
    ['orders', -1, 'Get the drawing released by their quality department'],
    ['invoices', 0, 'Ask accounts for the date of the payment'],
    ['products', 5, 'Ask two suppliers for their price from next quarter'],
  ];

/** Sample next steps on some of the newest sample records; returns how many. */
export async function fillDemoSteps(trx: Transaction, now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings(trx);
  const today = dayOf(now, timeZone);
  const steps = plans.map(([kind, days, text, done = false]) => ({
    kind,
    text,
    due_date: addDays(today, days),
    done,
  }));
  return insertSampleSteps(trx, steps, now);
}
