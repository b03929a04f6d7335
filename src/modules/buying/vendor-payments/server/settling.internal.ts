import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import type { Db } from '~/kit/server/database/db';

export interface StubVendor {
  id: number;
  company_name: string;
  contact_person: string | null;
  email: string | null;
  phone: string | null;
  gstin: string | null;
  state_code: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  postal_code: string | null;
  tds_code: string | null;
}

/** STUB until vendors.service is there. */
export async function getVendor(db: Db, id: number): Promise<StubVendor> {
  const found = await sql<StubVendor>`select * from vendors where id = ${id}`.execute(db);
  const [vendor] = found.rows;
  if (!vendor) throw invalid('vendor_id', 'Vendor not found');
  return vendor;
}

/** STUB until vendors.service is there. */
export async function holdVendor({ trx }: Write, id: number): Promise<StubVendor> {
  await sql`select from vendors where id = ${id} for share`.execute(trx);
  return getVendor(trx, id);
}

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
