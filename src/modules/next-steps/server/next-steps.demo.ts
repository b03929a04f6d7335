import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/company/server/settings.service';
import { insertSampleSteps } from './samples.queries';

const plans: readonly (readonly [days: number, text: string, done?: boolean])[] = [
  [-3, 'Send the revised quotation with freight'],
  [-1, 'Ask the buyer for the signed drawing'],
  [0, 'Call about the delivery date'],
  [0, 'Confirm the visit of the maintenance team'],
  [0, 'Send test certificates of the last heat'],
  [1, 'Visit the press shop together with service'],
  [2, 'Agree payment terms with accounts'],
  [4, 'Show samples of the new sealing ring'],
  [6, 'Ask how the trial run went'],
  [12, 'Renew the annual rate contract'],
  [-2, 'Send the catalogue', true],
  [-6, 'Introduce ourselves to the plant head', true],
];

/** Sample next steps on some of the sample leads; returns how many. */
export async function fillDemoSteps(trx: Transaction, now: Date): Promise<number> {
  const { time_zone: timeZone } = await getSettings(trx);
  const today = dayOf(now, timeZone);
  const steps = plans.map(([days, text, done = false]) => ({
    text,
    due_date: addDays(today, days),
    done,
  }));
  return insertSampleSteps(trx, steps, now);
}
