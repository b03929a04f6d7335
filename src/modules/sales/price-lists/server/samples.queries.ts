import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

interface Samples {
  customer: number | null;
  role: { id: number; name: string } | null;
  products: { id: number; product_name: string; sku_code: string; unit_price: number }[];
}

/** What sample lists name: a customer, the ready-made role Sales, and products by their SKU. */
export async function findSamples(
  trx: Transaction,
  { company, skus }: { company: string; skus: readonly string[] },
): Promise<Samples> {
  const found = await sql<Samples>`select
      (select min(id) from customers where company_name = ${company}) as customer,
      (select row_to_json(r) from (select id, name from roles where name = 'Sales') r) as role,
      (select coalesce(json_agg(p), '[]') from (select id, product_name, sku_code, unit_price from products
        where sku_code = any (${skus}::text[]) order by id) p) as products`.execute(trx);
  return found.rows[0] ?? { customer: null, role: null, products: [] };
}
