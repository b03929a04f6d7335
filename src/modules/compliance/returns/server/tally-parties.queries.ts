import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { NameOwners } from '../tally.rules';

/** The names that customers and their addresses have with several GSTINs; each belongs to the oldest customer's. */
export async function listNameOwners(db: Db): Promise<NameOwners> {
  const found = await sql<{ name: string; gstin: string | null }>`
    with named as (
      select lower(company_name) as name, id, gstin, 1 as position from customers
      union all
      select lower(c.company_name), c.id, a.gstin, 2 from customers c
        join customer_addresses a on a.customer_id = c.id where a.gstin is not null),
    shared as (select name from named group by name having count(distinct coalesce(gstin, '')) > 1)
    select distinct on (name) name, gstin from named join shared using (name)
    order by name, id, position`.execute(db);
  return new Map(found.rows.map(({ name, gstin }) => [name, gstin]));
}
