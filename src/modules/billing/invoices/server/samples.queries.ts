import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';
import type { GstCategory } from '~/modules/catalogue/tax/supply.rules';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { NewInvoice } from '../requests.schema';

export interface SampleOrder {
  id: number;
  customer_id: number;
  order_date: Day;
  items: NewInvoice['items'];
}

export async function listSampleOrders(trx: Transaction): Promise<SampleOrder[]> {
  const result = await sql<SampleOrder>`
    select o.id, o.customer_id, o.order_date, (
      select json_agg(row_to_json(line)) from (
        select l.id as order_line_id, l.product_id, l.service_id, l.description, l.quantity, l.unit_price
        from order_lines l where l.order_id = o.id order by l.position) line) as items
    from orders o where o.status in ('shipped', 'delivered')
      and exists (select from order_lines where order_id = o.id)
    order by o.order_date, o.id`.execute(trx);
  return result.rows;
}

export interface SampleSources {
  customers: number[];
  lines: Pick<
    NewInvoice['items'][number],
    'product_id' | 'service_id' | 'description' | 'unit_price'
  >[];
}

export async function listSampleSources(trx: Transaction): Promise<SampleSources> {
  const result = await sql<SampleSources>`select
    array(select id from customers where is_active order by id) as customers,
    (select coalesce(json_agg(row_to_json(line)), '[]') from (
      (select id as product_id, null::integer as service_id, product_name as description, unit_price
        from products where is_active and unit_price > 0 order by id limit 24)
      union all
      (select null, id, service_name, price from services where is_active and price > 0 order by id limit 8)
    ) line) as lines`.execute(trx);
  return result.rows[0] ?? { customers: [], lines: [] };
}

export interface GstSource {
  product_id: number | null;
  service_id: number | null;
  description: string;
  unit_price: number;
  hsn_code: string | null;
  treatment: TaxClass['treatment'] | null;
  /** Whether its unit has decimals. */
  is_parted: boolean;
}

/** Of taxed products every eighth, in all units, what is not taxed or has no code, and services. */
export async function listGstSources(trx: Transaction): Promise<GstSource[]> {
  const result = await sql<GstSource>`select * from (
    (select p.id as product_id, null::integer as service_id, product_name as description, unit_price, hsn_code,
        treatment, decimals > 0 as is_parted
      from products p join units u on u.code = unit_of_measure left join tax_classes c on c.id = tax_class_id
      where is_active and unit_price > 0 and (p.id % 8 = 3 or hsn_code is null or treatment <> 'taxable')
      order by p.id)
    union all
    (select null, s.id, service_name, price, hsn_code, treatment, false
      from services s left join tax_classes c on c.id = tax_class_id
      where is_active and price > 0 order by s.id limit 8)
  ) source`.execute(trx);
  return result.rows;
}

/** Active customers of some GST categories, the oldest first. */
export async function listBuyers(
  trx: Transaction,
  categories: readonly GstCategory[],
): Promise<number[]> {
  const result = await sql<{ id: number }>`select id from customers
    where is_active and gst_category = any (${categories}) order by id`.execute(trx);
  return result.rows.map(({ id }) => id);
}
