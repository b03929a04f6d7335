import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type GstOutcome, locationAfter, partyAfter } from '../customers.rules';

type Located = Parameters<typeof locationAfter>;
type Party = Parameters<typeof partyAfter>;

/** The state of an address after a change, for its GSTIN; undefined where neither is sent. 400 as `checkedParty`. */
export async function checkedState(
  trx: Transaction,
  ...change: Located
): Promise<string | null | undefined> {
  return allowedIn(trx, locationAfter(...change));
}

/**
 * The values that GST makes of those sent for a customer. 400 for what contradicts itself, and for a GSTIN that is not
 * valid where tax is by GST (docs/product/customers.md#gst).
 */
export async function checkedParty(
  trx: Transaction,
  ...change: Party
): Promise<{ state_code: string | null | undefined }> {
  return { state_code: await allowedIn(trx, partyAfter(...change)) };
}

async function allowedIn(
  trx: Transaction,
  { state_code, refused, invalid: wrong }: GstOutcome,
): Promise<string | null | undefined> {
  if (refused) throw invalid(refused.field, refused.message);
  if (wrong && (await getSettings(trx)).tax_mode === 'gst')
    throw invalid(wrong.field, wrong.message);
  return state_code;
}
