import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

/** The records that sample orders use: active ones, in order of creation. */
export interface SampleSources {
  customers: { id: number; created_at: string }[];
  products: { id: number; unit_price: number; stock_quantity: number; is_parted: boolean }[];
  services: { id: number; price: number }[];
}

export async function listSampleSources(trx: Transaction): Promise<SampleSources> {
  const result = await sql<SampleSources>`select
    (select coalesce(json_agg(json_build_object('id', id, 'created_at', created_at) order by created_at, id), '[]')
      from customers where is_active) as customers,
    (select coalesce(json_agg(json_build_object('id', p.id, 'unit_price', unit_price,
        'stock_quantity', stock_quantity, 'is_parted', decimals > 0) order by p.id), '[]')
      from products p join units u on u.code = unit_of_measure
      where is_active and hsn_code is not null) as products,
    (select coalesce(json_agg(json_build_object('id', id, 'price', price) order by id), '[]')
      from services where is_active and price > 0) as services`.execute(trx);
  return result.rows[0] ?? { customers: [], products: [], services: [] };
}
