import { sql } from 'kysely';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';

export function provideLeads(): void {
  registerPlace('leads', {
    from: sql`leads t`,
    workspace: sql`t.workspace_id`,
    owners: [sql`t.created_by`, sql`t.assigned_to`],
  });
}
