import { sql } from 'kysely';
import { anonymous, type Person } from '~/kit/server/database/context';
import { type Db, findJson } from '~/kit/server/database/db';
import { membership } from '~/modules/organization/users/server/membership.service';
import { rightsOfUser } from '~/modules/organization/users/server/rights.service';

/** An active user as one who reads records; null for whom there is not, or is inactive. */
export async function findReader(db: Db, id: number): Promise<Person | null> {
  const { columns, join } = membership.get();
  const found = await findJson<Partial<Person>>(
    db,
    sql`select u.id, u.username, u.email, u.first_name, u.last_name, u.role, ${rightsOfUser} as rights, ${columns}
      from users u ${join} where u.id = ${id} and u.is_active`,
  );
  return found && { ...anonymous, ...found };
}
