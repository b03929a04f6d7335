import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { FirstSteps } from '../first-steps.rules';

const own = (table: string) => sql`not exists (select from sample_records s
  where s.entity = ${table} and s.record_id = t.id)`;

/** Which of the first steps were taken; samples do not count (docs/product/dashboard.md#getting-started). */
export async function getFirstSteps(db: Db): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    with taken as (select
      exists (select from leads t where ${own('leads')}) as lead,
      (select count(*)::integer from sample_records) as samples)
    select samples, json_build_object(
      'samples', samples > 0 or lead,
      'identity', exists (select from billing_profile where company_name not like '% (sample)')
        and exists (select from company_logo t where ${own('company_logo')}),
      'people', exists (select from users t where id > 1 and ${own('users')})
        or exists (select from invitations),
      'products', exists (select from products t where ${own('products')}),
      'lead', lead,
      'invoice', exists (select from invoices t where status <> 'draft' and not is_opening and ${own('invoices')})
    ) as done from taken`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The first steps cannot be read');
  return row;
}
