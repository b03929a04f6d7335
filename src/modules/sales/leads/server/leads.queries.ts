import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { foldedText } from '~/kit/server/lists/window-terms';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import {
  linkTo,
  listNewest,
  readable,
  workspaceLink,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadFields, type Lead } from '../leads.fields';

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

/** What the search of everything finds a lead `t` by, and what else its list does, as the index has both (migrations/0185-search.sql). */
export const leadNames = textOf(
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  sql`phone_digits(t.phone)`,
);
/** The same without the digits of the telephone number, which take as long to read as the rest. */
export const leadTexts = textOf(
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
);
export const leadLocation = foldedText([sql`t.industry`, sql`t.city`]);

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

/** Merges the rows of `lead_counts` with the same key and deletes those that add up to zero. */
export async function mergeLeadCounts(db: Db): Promise<void> {
  await sql`with several as (
      select day, stage_id, is_open, workspace_id from lead_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), taken as (
      delete from lead_counts c using several s
      where c.day = s.day and c.stage_id is not distinct from s.stage_id and c.is_open = s.is_open
        and c.workspace_id is not distinct from s.workspace_id
      returning c.*
    )
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
    select day, stage_id, is_open, workspace_id, sum(leads) from taken group by 1, 2, 3, 4 having sum(leads) <> 0`.execute(
    db,
  );
}

export type SampleCustomer = Pick<
  Lead,
  'id' | 'created_at' | 'workspace_id' | 'company_name' | 'contact_person' | 'email' | 'phone'
> &
  Pick<Lead, 'industry' | 'website' | 'city' | 'state' | 'postal_code'>;

/** The customers that sample leads became, the newest first. */
export async function listSampleCustomers(trx: Transaction): Promise<SampleCustomer[]> {
  const result =
    await sql<SampleCustomer>`select id, created_at, workspace_id, company_name, contact_person, email,
      phone, industry, website, city, state, postal_code
    from customers order by created_at desc, id desc limit 66`.execute(trx);
  return result.rows;
}
