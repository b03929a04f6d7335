import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import { listedOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { addressFields } from '../addresses.fields';
import { contactFields } from '../contacts.fields';

export const addresses: Entity<typeof addressFields> = {
  name: 'customer_addresses',
  type: 'other',
  noun: 'Address',
  fields: addressFields,
  select: (where) =>
    sql`select ${columnsOf(addressFields, 't')} from customer_addresses t where ${where}`,
  label: (address) => address.label ?? address.city ?? 'Address',
};

export const contacts: Entity<typeof contactFields> = {
  name: 'customer_contacts',
  type: 'other',
  noun: 'Contact',
  fields: contactFields,
  select: (where) =>
    sql`select ${columnsOf(contactFields, 't')} from customer_contacts t where ${where}`,
  label: (contact) => contact.name,
};

/** The addresses or contacts of a customer, the oldest first. */
export function listParts(
  person: Person,
  { name, select }: Pick<Entity, 'name' | 'select'>,
  customer: number,
): ListSource {
  const { where, reads } = listedOf(person, 'customers', customer);
  return {
    select: sql`${select(sql`t.customer_id = ${sql.lit(customer)} and ${where}`)} order by t.id`,
    entity: name,
    reads,
  };
}

export async function findPart<F extends Fields>(
  db: Db,
  entity: Entity<F>,
  { customer, part }: { customer: number; part: number },
): Promise<RowOf<F> | null> {
  const where = sql`t.id = ${part} and t.customer_id = ${customer}`;
  return findJson<RowOf<F>>(db, entity.select(where));
}

/** All parts of a customer, the oldest first. */
export async function findParts<F extends Fields>(
  trx: Transaction,
  entity: Entity<F>,
  customer: number,
): Promise<RowOf<F>[]> {
  const own = sql`${entity.select(sql`t.customer_id = ${customer}`)} order by t.id`;
  const found = await findJson<{ parts: RowOf<F>[] }>(
    trx,
    sql`select coalesce(json_agg(p), '[]') as parts from (${own}) p`,
  );
  return found?.parts ?? [];
}

/** The oldest part of a customer that has the flag. */
export async function findFlagged<F extends Fields>(
  trx: Transaction,
  entity: Entity<F>,
  { customer, flag }: { customer: number; flag: string },
): Promise<RowOf<F> | null> {
  const where = sql`t.customer_id = ${customer} and ${sql.ref(`t.${flag}`)}`;
  return findJson<RowOf<F>>(trx, sql`${entity.select(where)} order by t.id limit 1`);
}

export async function countParts(
  trx: Transaction,
  { name }: Pick<Entity, 'name'>,
  customer: number,
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
    where customer_id = ${customer}`.execute(trx);
  return found.rows[0]?.count ?? 0;
}
