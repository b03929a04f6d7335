import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import {
  registerFormer,
  registerTimeline,
} from '~/modules/records/records/server/timeline-sources.service';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { leadImports } from './lead-imports.internal';
import { leadLinks, leadNames, leads } from './leads.queries';
import { listImageStages } from './stages.queries';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerDuplicates } from '~/modules/records/duplicates/server/duplicates.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPointer,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { leadBulk } from './bulk.internal';
import {
  detailOf,
  registerSearch,
  type SearchSource,
} from '~/modules/records/records/server/search-sources.service';

const leadSearch: SearchSource = {
  type: 'lead',
  kind: 'leads',
  from: sql`leads`,
  label: sql`t.company_name`,
  detail: detailOf(sql`t.contact_person`, sql`t.email`, sql`t.phone`),
  text: leadNames,
  isWhole: (whole) =>
    sql`(name_sound(t.company_name) = name_sound(${whole}) or folded(t.email) = ${whole})`,
  isBeginning: (beginning) => sql`folded(t.company_name) like ${beginning}`,
};

export function provideLeads(): void {
  registerSearch(leadSearch);
  registerDuplicates('leads', {
    table: sql`leads`,
    label: sql`t.company_name`,
    detail: sql`concat_ws(' · ', t.contact_person, t.email, t.phone)`,
    values: { email: sql`t.email`, phone: sql`t.phone`, name: sql`t.company_name` },
    readableBy: (person) => sql`t.status <> 'converted' and ${readable(person, 'leads')}`,
  });
  registerRecords('leads', { entity: leads, links: leadLinks });
  registerImports(leadImports);
  registerKindPlacement('leads', 'leads', sql`leads t`);
  registerUndo({
    table: 'leads',
    noun: 'Lead',
    label: sql`t.company_name`,
    broken: async ({ trx }, images) =>
      new Map(
        (await listImageStages(trx, images)).flatMap(({ id, stage_name, is_active }) =>
          is_active ? [] : [[id, `The stage ${stage_name} is inactive`]],
        ),
      ),
  });
  registerPointer({ of: 'customers', table: 'leads', column: 'converted_customer_id' });
  registerMove({
    of: 'customers',
    table: 'leads',
    column: 'converted_customer_id',
    kind: 'leads',
  });
  registerBulk(leadBulk);
  provideFormerLeads();
}

/** A customer's timeline names the leads that it was, and has what is attached to them. */
function provideFormerLeads(): void {
  registerFormer({
    of: 'customers',
    kind: 'leads',
    ids: (person, id) => sql`select t.id from (${leadsOf(person, id)}) t`,
  });
  registerTimeline({
    of: 'customers',
    name: 'lead',
    kind: 'document',
    select: (person, id) => sql`select t.id as ref, coalesce(l.at, t.updated_at) as at,
        coalesce(p.name, 'System') as actor,
        json_build_object('id', t.id, 'name', t.company_name) as facts
      from (${leadsOf(person, id)}) t
      left join lateral (select a.at, a.user_id from audit_log a
        where a.entity = 'leads' and a.record = t.id::text and a.part is null
          and a.after->>'status' = 'converted' order by a.id desc limit 1) l on true
      left join audit_people p on p.user_id = l.user_id`,
    describe: ({ id, name }: { id: number; name: string }) => ({
      title: `Lead ${name}`,
      text: 'Converted to this customer',
      link: { type: 'lead', id },
    }),
  });
}

const leadsOf = (person: Person, customer: number) => sql`select t.* from leads t
  where t.converted_customer_id = ${customer} and ${readable(person, 'leads')}`;
