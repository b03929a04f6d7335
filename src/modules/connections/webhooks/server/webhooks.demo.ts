import type { Transaction } from '~/kit/server/database/transaction';
import { insertSampleWebhook } from './webhooks.queries';

/** A sample webhook, which is off and has no secret: nothing invented is sent to anyone. */
export async function fillDemoWebhooks(trx: Transaction, now: Date): Promise<number> {
  await insertSampleWebhook(trx, now);
  return 1;
}
