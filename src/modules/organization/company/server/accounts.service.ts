import { sql } from 'kysely';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import { type PaidInto, paymentMethodFields } from '../accounts.fields';

/** SQL: the default account as JSON, or null. */
export const defaultAccount = sql`(select row_to_json(p) from (
  select ${columnsOf(paymentMethodFields, 'm')} from payment_methods m where m.is_default) p)`;

/** SQL: the default account's UPI ID, else that of the oldest account that has one. */
export const upiId = sql`(select m.upi_id from payment_methods m where m.upi_id is not null
  order by m.is_default desc, m.id limit 1)`;

/** Where customers pay to now. */
export async function findPaidInto(db: Db): Promise<PaidInto> {
  const found = await findJson<PaidInto>(
    db,
    sql`select ${defaultAccount} as account, ${upiId} as upi_id`,
  );
  return found ?? { account: null, upi_id: null };
}
