import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { getPreferences } from '~/modules/collaboration/notifications/server/notifications.service';
import { consentsInForce } from '../privacy.rules';
import { listConsentHistory } from './consents.queries';
import { readPersonalData } from './export.queries';

/** All data stored about the signed-in person, as JSON in the usual envelope (docs/product/privacy.md#export). */
export async function exportData(context: Context): Promise<Readable> {
  const event = { action: 'downloaded', entity: 'downloads', record: 'my-data-export.json' };
  // First: a client that leaves early has a part of the data.
  await context.transaction((trx) => logEvent(trx, event));
  const out = new PassThrough();
  context
    .transaction((trx) => pipeline(Readable.from(envelope(trx, context)), out))
    .catch((error: unknown) => {
      out.destroy(error instanceof Error ? error : new Error('The export was interrupted'));
    });
  return out;
}

async function* envelope(
  trx: Transaction,
  { person, now }: Pick<Context, 'person' | 'now'>,
): AsyncGenerator<string> {
  const history = await listConsentHistory(trx, person.id);
  const beside = {
    exported_at: now.toISOString(),
    consents: consentsInForce(history),
    consent_history: history,
    notification_settings: await getPreferences(trx, person.id),
  };
  yield `{"success":true,"data":{${JSON.stringify(beside).slice(1, -1)},`;
  yield* readPersonalData(trx, person.id);
  yield '}}';
}
