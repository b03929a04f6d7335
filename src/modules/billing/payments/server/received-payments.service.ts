import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import type { ReceivedPayment } from '../received-payments.fields';
import { listReceived } from './payments.queries';

// So many are read in one turn of the event loop.
const slice = 500;

/** The completed payments of a time, of any kind, by day, slice by slice; not those that were taken from an advance. */
export async function* receivedPayments(
  db: Db,
  days: { from: Day; to: Day },
): AsyncGenerator<ReceivedPayment[]> {
  let after: ReceivedPayment | null = null;
  for (;;) {
    const found: ReceivedPayment[] = await listReceived(db, { ...days, after, limit: slice });
    if (found.length > 0) yield found;
    after = found.at(-1) ?? null;
    if (found.length < slice) return;
  }
}
