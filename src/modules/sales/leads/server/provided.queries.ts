import { sql } from 'kysely';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { registerPlace } from '~/modules/organization/workspaces/server/whereabouts.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerHistory } from '~/modules/records/records/server/timeline-sources.service';
import { leadImports } from './lead-imports.steps';
import { leadLinks, leads } from './leads.queries';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerDuplicates } from '~/modules/records/duplicates/server/duplicates.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPointer,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { leadBulk } from './bulk.steps';

export function provideLeads(): void {
  registerDuplicates('leads', {
    table: sql`leads`,
    label: sql`t.company_name`,
    detail: sql`concat_ws(' · ', t.contact_person, t.email, t.phone)`,
    values: { email: sql`t.email`, phone: sql`t.phone`, name: sql`t.company_name` },
    readableBy: (person) => sql`t.status <> 'converted' and ${readable(person, 'leads')}`,
  });
  registerRecords('leads', leads);
  registerHistory('leads', { entity: leads, links: leadLinks });
  registerImports(leadImports);
  registerPlace('leads', {
    from: sql`leads t`,
    workspace: sql`t.workspace_id`,
    owners: [sql`t.created_by`, sql`t.assigned_to`],
  });
  registerUndo({ table: 'leads', noun: 'Lead', label: sql`t.company_name` });
  registerPointer({ of: 'customers', table: 'leads', column: 'converted_customer_id' });
  registerMove({
    of: 'customers',
    table: 'leads',
    column: 'converted_customer_id',
    kind: 'leads',
  });
  registerBulk(leadBulk);
}
