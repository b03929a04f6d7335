import { sql } from 'kysely';
import { registerImports } from '~/modules/products/imports/server/imports.service';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';
import { leadImports } from './lead-imports.steps';

export function provideLeads(): void {
  registerImports(leadImports);
  registerPlace('leads', {
    from: sql`leads t`,
    workspace: sql`t.workspace_id`,
    owners: [sql`t.created_by`, sql`t.assigned_to`],
  });
}
