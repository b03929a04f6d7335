import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Lead } from '../leads.fields';

export type SampleCustomer = Pick<
  Lead,
  'id' | 'created_at' | 'workspace_id' | 'company_name' | 'contact_person' | 'email' | 'phone'
> &
  Pick<Lead, 'industry' | 'website' | 'city' | 'state' | 'postal_code'>;

/** The customers that sample leads became, the newest first. */
export async function listSampleCustomers(trx: Transaction): Promise<SampleCustomer[]> {
  const result =
    await sql<SampleCustomer>`select id, created_at, workspace_id, company_name, contact_person, email,
      phone, industry, website, city, state, postal_code
    from customers order by created_at desc, id desc limit 66`.execute(trx);
  return result.rows;
}
