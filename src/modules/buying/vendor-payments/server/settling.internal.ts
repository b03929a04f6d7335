import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';

/** STUB until bills.service is there. */
export async function payBill(
  { trx, context }: Write,
  id: number,
  { paid }: { paid: number },
): Promise<void> {
  await sql`update bills set paid_amount = paid_amount + case kind when 'bill' then ${paid}::numeric else -${paid}::numeric end,
      updated_at = ${context.now} where id = ${id}`.execute(trx);
  await sql`update bills set status = case when balance_due = 0 then 'paid'
        when paid_amount <> 0 then 'partially_paid' else 'open' end
    where id = ${id}`.execute(trx);
}
