import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/db';
import type { Entity } from '~/kit/server/entity';
import type { Detail } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists';
import { serviceFields } from '../services.fields';
import type { Holdings } from '../services.rules';

export const services: Entity<typeof serviceFields> = {
  name: 'services',
  type: 'other',
  noun: 'Service',
  fields: serviceFields,
  select: (where) => sql`select ${columnsOf(serviceFields, 't')} from services t where ${where}`,
  label: (service) => service.service_name,
};

/** By name. */
export function listServices(): ListSource {
  return {
    select: sql`${services.select(sql`true`)} order by lower(t.service_name), t.id`,
    tables: ['services'],
  };
}

/** On how many orders and invoices a service stands. */
export async function countHoldings(trx: Db, id: number): Promise<Holdings> {
  const result = await sql<Holdings>`select
    (select count(distinct order_id) from order_lines where service_id = ${id}) as orders,
    (select count(distinct invoice_id) from invoice_lines where service_id = ${id}) as invoices`.execute(
    trx,
  );
  return result.rows[0] ?? { orders: 0, invoices: 0 };
}

/** The newest ten orders and invoices that a service stands on, to be named in a refusal. */
export async function listHeld(trx: Db, id: number): Promise<NonNullable<Detail['record']>[]> {
  const result = await sql<NonNullable<Detail['record']>>`
    select type, id, label from (
      select 'order' as type, id, order_number as label, created_at from orders
      where id in (select order_id from order_lines where service_id = ${id})
      union all
      select 'invoice', id, invoice_number, created_at from invoices
      where id in (select invoice_id from invoice_lines where service_id = ${id})
    ) held order by created_at desc, id desc limit 10`.execute(trx);
  return result.rows;
}

export async function hasServices(db: Db): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select exists (select from services) as has`.execute(
    db,
  );
  return result.rows[0]?.has ?? false;
}
