import { anonymous } from '~/kit/server/database/context';
import { hasRows } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import { sampleFields, samplesOf } from '../sample-fields.rules';
import { customFields } from './custom-fields.queries';

/** Sample fields of four kinds, older than all sample records; none where the company has fields. Returns how many. */
export async function fillDemoCustomFields(trx: Transaction, now: Date): Promise<number> {
  if (await hasRows(trx, customFields.name)) return 0;
  const context = { person: anonymous, now: new Date(now.getTime() - 600 * 86_400_000) };
  for (const sample of sampleFields) {
    const { value: _value, choices = [], ...own } = sample;
    await insertRecord({ trx, context }, customFields, {
      ...own,
      choices: JSON.stringify(choices),
      position: samplesOf(own.kind).indexOf(sample) + 1,
    });
  }
  return sampleFields.length;
}
