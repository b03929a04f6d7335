import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import { withNext } from '~/kit/server/database/transaction';
import { getPreferences } from '~/modules/notifications/server/notifications.service';
import { consentsInForce } from '../privacy.rules';
import { listConsentHistory } from './consents.queries';
import { readPersonalData } from './export.queries';

/** All data stored about the signed-in person, read at one moment (docs/product/privacy.md#export). */
export async function exportData(context: Context): Promise<Record<string, unknown>> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    const { profile, ...parts } = await readPersonalData(trx, person.id);
    const history = await listConsentHistory(trx, person.id);
    const event = { action: 'downloaded', entity: 'downloads', record: 'my-data-export.json' };
    withNext(logEvent(trx, event));
    return {
      exported_at: now.toISOString(),
      profile: profile?.[0] ?? null,
      consents: consentsInForce(history),
      consent_history: history,
      notification_settings: await getPreferences(trx, person.id),
      ...parts,
    };
  });
}
