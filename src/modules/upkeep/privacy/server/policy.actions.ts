import { logLine } from '~/kit/server/database/activity-log';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { announce } from '~/kit/server/database/announce';
import type { Policy, PolicyPatch } from '../privacy.fields';
import { getPolicyRow, savePolicy } from './policy.queries';

export function getPolicy(db: Db): Promise<Policy> {
  return getPolicyRow(db, 'read');
}

/** Changes parts of the policy; 409 when someone else has changed it since `updated_at`. */
export async function changePolicy(context: Context, patch: PolicyPatch): Promise<Policy> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const before = await getPolicyRow(trx, 'lock');
    if (seen !== undefined && Date.parse(seen) !== Date.parse(before.updated_at)) {
      throw new AppError('record.changed', 409, 'This record was changed by someone else', {
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
