import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import {
  linkTo,
  listNewest,
  readable,
  workspaceLink,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
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
  readableBy: (person) => readable(person, 'leads'),
};

/** Keeps the lead as it is until the transaction ends. */
export async function shareLead(trx: Transaction, id: number): Promise<void> {
  await sql`select from leads where id = ${id} for share`.execute(trx);
}

export function listLeads(person: Person): ListSource {
  return listNewest(person, 'leads', leads);
}

export const leadLinks: Links = {
  current_stage_id: { from: sql`pipeline_stages t`, name: sql`t.stage_name` },
  assigned_to: { from: sql`users t`, name: sql`t.first_name || ' ' || t.last_name` },
  converted_customer_id: linkTo('customers', sql`customers t`, sql`t.company_name`),
  workspace_id: workspaceLink,
};
