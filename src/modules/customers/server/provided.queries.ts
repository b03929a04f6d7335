import { sql } from 'kysely';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';

export function provideCustomers(): void {
  registerPlace('customers', {
    from: sql`customers t`,
    workspace: sql`t.workspace_id`,
    owners: [sql`t.created_by`],
  });
}
