import { sql } from 'kysely';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { leadImports } from './lead-imports.internal';
import { leadLinks, leads } from './leads.queries';
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
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { foldedText } from '~/kit/server/lists/window-terms';

const searched = [
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  sql`phone_digits(t.phone)`,
];

const leadSearch: SearchSource = {
  type: 'lead',
  kind: 'leads',
  from: sql`leads`,
  label: sql`t.company_name`,
  detail: detailOf(sql`t.contact_person`, sql`t.email`, sql`t.phone`),
  text: textOf(...searched),
  // As the index has it (migration 0115).
  indexed: foldedText([...searched, sql`t.industry`, sql`t.city`]),
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
}
