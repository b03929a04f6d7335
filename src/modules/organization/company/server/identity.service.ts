import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { readGstin, stateAfter } from '../gstin.rules';
import {
  billingProfileFields,
  type BillingProfile,
  type BillingProfilePatch,
} from '../identity.fields';
import { companyNews } from './news.service';
import { billingProfile, billingProfileId } from './identity.queries';
import { getSettings } from './settings.service';

export { findLogo } from './logo.queries';
export { defaultAccount, findPaidInto, upiId } from './accounts.queries';

export async function billingIdentity(db: Db): Promise<BillingProfile> {
  return getRecord(db, billingProfile, billingProfileId);
}

/** Changes what documents print of the company; the other administrators are mailed (docs/product/users.md#news-of-access). */
export async function saveBillingProfile(
  context: Context,
  patch: BillingProfilePatch & { updated_at?: string },
): Promise<BillingProfile> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, billingProfile, billingProfileId, seen);
    const { tax_id: gstin, state_code } = values;
    const { state, wrong } = stateAfter({ ...row, gstin: row.tax_id }, { gstin, state_code });
    if (wrong !== null) throw invalid('state_code', wrong);
    if (gstin && gstin !== row.tax_id) await refuseWrongGstin(trx, gstin);
    const changed = changedLabels(row, { ...values, state_code: state });
    const profile = await updateRecord(write, billingProfile, {
      row,
      values: { ...values, state_code: state },
    });
    if (changed.length > 0) {
      const happened = `The company details printed on documents were changed: ${changed.join(', ')}.`;
      await companyNews.get().notifyAdministrators(write, happened);
    }
    return profile;
  });
}

function changedLabels(row: BillingProfile, values: BillingProfilePatch): string[] {
  const names = Object.keys(values) as (keyof BillingProfilePatch)[];
  return names
    .filter((name) => values[name] !== undefined && values[name] !== row[name])
    .map((name) => billingProfileFields[name].label);
}

/** Where tax is not by GST it is only doubted: companies elsewhere have other numbers. */
async function refuseWrongGstin(trx: Transaction, gstin: string): Promise<void> {
  const reading = readGstin(gstin);
  if (reading.ok || (await getSettings(trx)).tax_mode !== 'gst') return;
  throw invalid('tax_id', `This GSTIN is not valid. ${reading.wrong}`);
}
