import type { Transaction } from '~/kit/server/database/transaction';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { isUnnamed, missingForGst } from '../identity.rules';
import { gstProblem, type SettingsPatch } from '../settings.fields';
import { billingIdentity } from './identity.service';
import { insertSampleSetting, listSettings, saveSetting } from './settings.queries';
import { getSettings } from './settings.service';

export { restoreSampleSettings } from './settings.queries';

const sampleSettings: SettingsPatch = {
  reminder_text_firm:
    'We have not received your payment of {amount}, which was due on {date}. Please pay it this week, or call our accounts office in Pune. Until then we can accept orders of {customer} only against payment in advance.',
};

const gstSettings: SettingsPatch = {
  tax_mode: 'gst',
  turnover_band: 'up_to_10_crore',
  lut_number: 'AD000000000042X',
  price_decimals: 3,
  round_to_rupee: true,
};

/** Whether the company as it is can have samples by GST: its own identity is not overwritten. */
async function canBeByGst(trx: Transaction): Promise<Verdict> {
  const identity = await billingIdentity(trx);
  const missing = isUnnamed(identity) ? null : missingForGst(identity);
  if (missing !== null) {
    return refused(
      'demo.not_ready',
      `GST sample data needs ${missing} of your company. Enter it under Billing first.`,
    );
  }
  const problem = gstProblem({ ...(await getSettings(trx)), tax_mode: 'gst' });
  return problem === null ? allowed : refused('demo.not_ready', problem);
}

/**
 * Saves the settings of the samples, and switches the company to GST if the call requests it; values that the company
 * has set stay (docs/product/running.md#sample-data).
 */
export async function prepareForSamples(
  trx: Transaction,
  { byGst }: { byGst: boolean },
): Promise<Verdict> {
  const { tax_mode } = await getSettings(trx);
  const staysSingle = tax_mode === 'single' && !byGst;
  const verdict = staysSingle ? allowed : await canBeByGst(trx);
  if (!verdict.ok) return verdict;
  const becomesGst = tax_mode === 'single' && byGst;
  await saveSamples(trx, becomesGst ? { ...gstSettings, ...sampleSettings } : sampleSettings);
  return verdict;
}

async function saveSamples(trx: Transaction, settings: SettingsPatch): Promise<void> {
  const saved = new Map((await listSettings(trx)).map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(settings)) {
    const before = saved.get(name);
    if (name !== 'tax_mode' && before !== undefined && before !== null) continue;
    await insertSampleSetting(trx, { name, value, before });
    await saveSetting(trx, name, value);
  }
}
