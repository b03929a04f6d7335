import type { MailServer } from '../../src/kit/server/testing/test-mail-server';
import type { Counts } from './crew';

/** Adds to the counts what was said to be mailed and did not arrive, and what arrived too often; gives how many arrived. */
export function countMails({ received }: Pick<MailServer, 'received'>, counts: Counts): number {
  const arrived = received.filter(({ subject }) => subject?.startsWith('Invoice ')).length;
  counts.lost += Math.max(0, counts.mailsAcknowledged - arrived);
  counts.doubled += Math.max(0, arrived - counts.mailsWanted);
  return arrived;
}
