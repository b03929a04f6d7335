import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { invalid } from '~/kit/server/errors';
import { stateAfter } from '../gstin.rules';
import type { BillingProfile, BillingProfilePatch } from '../identity.fields';
import { billingProfile, billingProfileId } from './identity.queries';
import { findStoredLogo, type StoredLogo } from './logo.queries';

export async function billingIdentity(db: Db): Promise<BillingProfile> {
  return getRecord(db, billingProfile, billingProfileId);
}

/** The company's logo as it is printed, a PNG or JPEG (docs/product/billing.md#logo); null where there is none. */
export async function findLogo(db: Db): Promise<StoredLogo | null> {
  return findStoredLogo(db);
}

export async function saveBillingProfile(
  context: Context,
  patch: BillingProfilePatch & { updated_at?: string },
): Promise<BillingProfile> {
  const { updated_at: seen, ...values } = patch;
  return context.transaction(async (trx) => {
    const row = await lockRecord(trx, billingProfile, billingProfileId, seen);
    const { tax_id: gstin, state_code } = values;
    const { state, wrong } = stateAfter({ ...row, gstin: row.tax_id }, { gstin, state_code });
    if (wrong !== null) throw invalid('state_code', wrong);
    return updateRecord({ trx, context }, billingProfile, {
      row,
      values: { ...values, state_code: state },
    });
  });
}
