import type { Transaction } from '~/kit/server/database/transaction';
import { renameInEvents } from './events.queries';

/** Replaces the former names of a person who was anonymized in all events, also in those that were sent. */
export async function renameInWebhooks(
  trx: Transaction,
  renaming: { names: readonly string[]; name: string },
): Promise<void> {
  await renameInEvents(trx, renaming);
}
