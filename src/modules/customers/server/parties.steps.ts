import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { readGstin, stateAfter } from '~/modules/company/gstin.rules';
import { getSettings } from '~/modules/company/server/settings.service';
import type { Customer } from '../customers.fields';
import { partyProblem } from '../customers.rules';

type Located = Pick<Customer, 'gstin' | 'state_code'>;
type Party = Located & Pick<Customer, 'gst_category'>;
type Sent<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * The state after a change, for its GSTIN; undefined where neither is sent. 400 for a GSTIN of another state, and for one
 * that is not valid where tax is by GST (docs/product/customers.md#gst).
 */
export async function checkedState(
  trx: Transaction,
  before: Located,
  { gstin, state_code }: Sent<Located>,
): Promise<string | null | undefined> {
  if (gstin === undefined && state_code === undefined) return undefined;
  const { state, wrong } = stateAfter(before, { gstin, state_code });
  if (wrong !== null) throw invalid('state_code', wrong);
  if (gstin && gstin !== before.gstin) await refuseWrongGstin(trx, gstin);
  return state;
}

async function refuseWrongGstin(trx: Transaction, gstin: string): Promise<void> {
  const reading = readGstin(gstin);
  if (reading.ok || (await getSettings(trx)).tax_mode === 'single') return;
  throw invalid('gstin', `This is no valid GSTIN. ${reading.wrong}`);
}

/** The values that GST makes of those sent for a customer. */
export async function checkedParty(
  trx: Transaction,
  before: Party,
  sent: Sent<Party>,
): Promise<Sent<Pick<Party, 'state_code'>>> {
  const { gst_category = before.gst_category, gstin = before.gstin } = sent;
  const isChanged = gst_category !== before.gst_category || gstin !== before.gstin;
  const problem = isChanged ? partyProblem({ gst_category, gstin }) : null;
  if (problem !== null) throw invalid('gst_category', problem);
  return { state_code: await checkedState(trx, before, sent) };
}
