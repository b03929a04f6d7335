import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import type { BillingProfile, BillingProfilePatch } from '../identity.fields';
import { billingProfile, billingProfileId } from './identity.queries';

export async function billingIdentity(db: Db): Promise<BillingProfile> {
  return getRecord(db, billingProfile, billingProfileId);
}

export async function saveBillingProfile(
  context: Context,
  patch: BillingProfilePatch & { updated_at?: string },
): Promise<BillingProfile> {
  const { updated_at: seen, ...values } = patch;
  return context.transaction(async (trx) => {
    const row = await lockRecord(trx, billingProfile, billingProfileId, seen);
    return updateRecord({ trx, context }, billingProfile, { row, values });
  });
}
