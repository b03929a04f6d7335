import { sql } from 'kysely';
import { registerImports } from '~/modules/products/imports/server/imports.service';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';
import { registerRecords } from '~/modules/records/server/records.service';
import { leadImports } from './lead-imports.steps';
import { leads } from './leads.queries';

export function provideLeads(): void {
  registerRecords('leads', leads);
  registerImports(leadImports);
  registerPlace('leads', {
    from: sql`leads t`,
    workspace: sql`t.workspace_id`,
    owners: [sql`t.created_by`, sql`t.assigned_to`],
  });
}
