import { anonymous, createdBy } from '~/kit/server/database/context';
import { hasRows } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import { daysAfter, usualDays } from '../api-keys.rules';
import { keysOf } from './api-keys.actions';

const salesRoleId = 2;

/** A key of the ready-made role Sales that opens nothing, for no one has its text. */
export async function fillDemoKeys(trx: Transaction, now: Date): Promise<number> {
  if (await hasRows(trx, 'api_keys')) return 0;
  const context = { person: anonymous, now };
  await insertRecord({ trx, context }, await keysOf({ db: trx, now }), {
    ...createdBy(context),
    name: 'Website',
    prefix: 'mcrm_sample',
    role_id: salesRoleId,
    expires_at: daysAfter(now, usualDays),
  });
  return 1;
}
