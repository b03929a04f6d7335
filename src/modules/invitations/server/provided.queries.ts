import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';

export function provideInvitations(): void {
  registerDependents({
    of: 'roles',
    table: 'invitations',
    type: 'invitation',
    label: sql`t.first_name || ' ' || t.last_name`,
    join: sql``,
    where: (id) => sql`t.role_id = ${id} and t.status = 'pending'`,
    readableBy: () => sql`true`,
  });
}
