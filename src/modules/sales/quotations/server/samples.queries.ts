import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

/** The records that sample quotations use, in order of creation. */
export interface QuotedSamples {
  customers: number[];
  leads: { id: number; created_at: string }[];
  products: { id: number; unit_price: number }[];
  services: { id: number; price: number }[];
}

export async function listQuotedSamples(trx: Transaction): Promise<QuotedSamples> {
  const found = await sql<QuotedSamples>`select
    (select coalesce(json_agg(id order by id), '[]') from customers where is_active) as customers,
    (select coalesce(json_agg(json_build_object('id', id, 'created_at', created_at) order by id), '[]')
      from leads where status in ('active', 'contacted', 'qualified')) as leads,
    (select coalesce(json_agg(json_build_object('id', id, 'unit_price', unit_price) order by id), '[]')
      from products where is_active and hsn_code is not null) as products,
    (select coalesce(json_agg(json_build_object('id', id, 'price', price) order by id), '[]')
      from services where is_active and price > 0) as services`.execute(trx);
  return found.rows[0] ?? { customers: [], leads: [], products: [], services: [] };
}
