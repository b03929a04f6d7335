import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Detail } from '~/kit/server/errors';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { firstLocation, type Location, locationFields } from '../locations.fields';
import type { LocationUse } from '../locations.rules';
import { jobWorkers } from './job-workers.internal';

export const locations: Entity<typeof locationFields> = {
  name: 'locations',
  type: 'location',
  noun: 'Location',
  fields: locationFields,
  select: (
    where,
  ) => sql`select ${columnsOf(locationFields, 't')}, ${jobWorkers.get().name} as vendor_name
    from locations t where ${where}`,
  label: ({ name }) => name,
};

/** The default one first, then by name. */
export function listLocations(): ListSource {
  return {
    select: sql`${locations.select(sql`true`)} order by t.is_default desc, lower(t.name), t.id`,
    entity: 'locations',
  };
}

/** The location that a document names, or the default one; it stays until the transaction ends. Null where it does not exist. */
export async function holdLocation(trx: Transaction, id: number | null): Promise<Location | null> {
  const isIt = id === null ? sql`t.is_default` : sql`t.id = ${id}`;
  const found = await sql<Location>`${locations.select(isIt)} for key share`.execute(trx);
  return found.rows[0] ?? null;
}

export async function dropDefault(trx: Transaction, now: Date): Promise<void> {
  await sql`update locations set is_default = false, updated_at = ${now} where is_default`.execute(
    trx,
  );
}

/** The first products of which goods lie in a location, and whether any ever did. */
export async function findGoods(
  db: Db,
  id: number,
): Promise<Pick<LocationUse, 'goods' | 'isMoved'>> {
  const isFirst = id === firstLocation;
  const lying = isFirst
    ? sql`p.stock_quantity <> coalesce((select sum(l.quantity)
        from stock_levels l where l.product_id = p.id and l.location_id <> ${id}), 0)`
    : sql`p.id in (select product_id from stock_levels where location_id = ${id} and quantity > 0)`;
  const found = await sql<Pick<LocationUse, 'goods' | 'isMoved'>>`select
      (select coalesce(json_agg(g), '[]') from (
        select 'product' as type, p.id, p.product_name as label from products p where ${lying} order by p.id limit 10
      ) g) as goods,
      ${isFirst}::boolean or exists (select from stock_movements where location_id = ${id}) as "isMoved"`.execute(
    db,
  );
  return found.rows[0] ?? { goods: [], isMoved: false };
}

/** The locations of these vendors. */
export async function listWith(
  trx: Transaction,
  vendors: readonly number[],
): Promise<NonNullable<Detail['record']>[]> {
  const found = await sql<{ id: number; label: string }>`select id, name as label from locations
    where vendor_id = any (${vendors}::integer[]) order by id`.execute(trx);
  return found.rows.map((each) => ({ type: locations.type, ...each }));
}

export async function listActive(db: Db): Promise<Pick<Location, 'id' | 'name'>[]> {
  const found = await sql<
    Pick<Location, 'id' | 'name'>
  >`select id, name from locations where is_active order by id`.execute(db);
  return found.rows;
}
