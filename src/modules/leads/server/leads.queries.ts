import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-stream';
import { inWorkspace } from '~/modules/workspaces/server/workspace-scope.service';
import { leadFields } from '../leads.fields';

export const leads: Entity<typeof leadFields> = {
  name: 'leads',
  type: 'lead',
  noun: 'Lead',
  fields: leadFields,
  select: (where) => sql`select ${columnsOf(leadFields, 't')},
      u.first_name as assigned_first_name, u.last_name as assigned_last_name, s.stage_name
    from leads t
    left join users u on u.id = t.assigned_to
    left join pipeline_stages s on s.id = t.current_stage_id
    where ${where}`,
  label: (lead) => lead.company_name,
};

export function listLeads(person: Person): ListSource {
  return {
    select: sql`${leads.select(inWorkspace(person, sql.ref('t.workspace_id')))}
      order by t.created_at desc, t.id desc`,
    tables: ['leads', 'users', 'pipeline_stages'],
  };
}
