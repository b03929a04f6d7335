import { sql } from 'kysely';
import { columnsOf, type Db, type ListSource } from '~/kit/server/db';
import type { Entity } from '~/kit/server/write';
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

/** What a service stands on. Orders add their count here when they land. */
export async function countHoldings(trx: Db, id: number): Promise<Holdings> {
  const none = sql<number>`0`;
  const result = await sql<Holdings>`select ${none} as orders from services
    where id = ${id}`.execute(trx);
  return result.rows[0] ?? { orders: 0 };
}

export async function hasServices(db: Db): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select exists (select from services) as has`.execute(
    db,
  );
  return result.rows[0]?.has ?? false;
}
