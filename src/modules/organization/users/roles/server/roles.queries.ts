import { sql } from 'kysely';
import type { Entity } from '~/kit/server/database/entity';
import { columnsOf } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Detail } from '~/kit/server/errors';
import { type Role, roleFields } from '../../roles.fields';

export const roles: Entity<typeof roleFields> = {
  name: 'roles',
  type: 'other',
  noun: 'Role',
  fields: roleFields,
  select: (where) => sql`select ${columnsOf(roleFields, 't')}, t.rights,
      (select count(*) from users u where u.role_id = t.id) as user_count
    from roles t where ${where}`,
  label: (role) => role.name,
};

export function listRoles(): ListSource {
  return {
    select: sql`${roles.select(sql`true`)} order by t.id`,
    entity: 'roles',
  };
}

/** The first ten users who have a role, for a refusal's `details`. */
export async function listHolders(
  trx: Transaction,
  role: number,
): Promise<NonNullable<Detail['record']>[]> {
  const found = await sql<NonNullable<Detail['record']>>`
    select 'user' as type, id, first_name || ' ' || last_name as label from users
    where role_id = ${role} order by lower(first_name), lower(last_name), id limit 10`.execute(trx);
  return found.rows;
}

export async function findRights(
  trx: Transaction,
  id: number,
): Promise<Pick<Role, 'name' | 'rights'> | null> {
  const found = await sql<Pick<Role, 'name' | 'rights'>>`select name, rights from roles
    where id = ${id}`.execute(trx);
  return found.rows[0] ?? null;
}

/** Whether there is such a role; it is not deleted before the transaction ends. */
export async function isRole(trx: Transaction, id: number | null): Promise<boolean> {
  const found = await sql`select 1 from roles where id = ${id} for key share`.execute(trx);
  return found.rows.length > 0;
}
