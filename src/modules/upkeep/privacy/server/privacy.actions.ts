import { logLine } from '~/kit/server/database/activity-log';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { announce, sendToUser } from '~/kit/server/database/announce';
import type { Policy, PolicyPatch, Consent, ConsentType } from '../privacy.fields';
import {
  getPolicyRow,
  savePolicy,
  insertConsent,
  listNewestConsents,
  listConsentHistory,
} from './policy.queries';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { consentsInForce } from '../privacy.rules';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logEvent } from '~/kit/server/audit/log-event';
import { getPreferences } from '~/modules/collaboration/notifications/server/notifications.service';
import { readPersonalData } from './export.queries';

export function getPolicy(db: Db): Promise<Policy> {
  return getPolicyRow(db, 'read');
}

/** Changes parts of the policy; 409 when someone else has changed it since `updated_at`. */
export async function changePolicy(context: Context, patch: PolicyPatch): Promise<Policy> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const before = await getPolicyRow(trx, 'lock');
    if (seen !== undefined && Date.parse(seen) !== Date.parse(before.updated_at)) {
      throw new AppError('record.changed', 'This record was changed by someone else', {
        data: before,
      });
    }
    const changed = {
      dataController: values.dataController ?? before.dataController,
      contact: values.contact ?? before.contact,
      dataRetentionPeriods: values.dataRetentionPeriods ?? before.dataRetentionPeriods,
      userRights: values.userRights ?? before.userRights,
      dataProcessingPurposes: values.dataProcessingPurposes ?? before.dataProcessingPurposes,
    };
    await savePolicy(trx, changed, context.now);
    const after = await getPolicyRow(trx, 'read');
    logLine(write, {
      type: 'other',
      entity: 'privacy_policy',
      id: null,
      label: 'Privacy Information',
      action: 'updated',
      title: 'Privacy information updated',
      message: 'Privacy Information',
      before,
      after,
    });
    announce(trx, { entity: 'privacy_policy', id: null });
    return after;
  });
}

export async function getConsents({ db, person }: Context): Promise<Consent[]> {
  return consentsInForce(await listNewestConsents(db, person.id));
}

/**
 * Stores a choice in addition to the earlier ones and informs the person's other windows. Repeating the current choice
 * stores nothing. Consents are private, so the feed has no entry.
 */
export async function chooseConsent(
  context: Context,
  { consentType, granted }: { consentType: ConsentType; granted: boolean },
): Promise<Consent> {
  const { person, now } = context;
  return context.transaction(async (trx) => {
    await lockName(trx, `consents.${person.id}`);
    const inForce = async () =>
      (await listNewestConsents(trx, person.id)).find((each) => each.consent_type === consentType);
    const before = await inForce();
    if (before?.granted === granted) return before;
    await insertConsent(trx, { user: person.id, type: consentType, granted, now });
    const change = { entity: 'consents', id: null };
    await sendToUser(trx, person.id, 'change', change);
    return (await inForce()) ?? { consent_type: consentType, granted, timestamp: null };
  });
}

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
