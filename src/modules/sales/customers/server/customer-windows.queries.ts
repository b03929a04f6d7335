import { sql } from 'kysely';
import type { Context, Person } from '~/kit/server/database/context';
import { type Db, oneRow } from '~/kit/server/database/db';
import { manyRows } from '~/kit/server/lists/windowed-list';
import {
  figuresOfList,
  type LongList,
  windowsOf,
} from '~/modules/organization/company/server/long-lists.service';
import {
  kindWindows,
  windowsFor,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type CustomerFigures, customerFigures, customerFilters } from '../customers.filters';
import { customerNames, customerLocation, customers } from './customers.queries';
import { orderCount } from './order-counts.service';

const located = ['city', 'state', 'country'].map(
  (name) => sql`nullif(${sql.ref(`t.${name}`)}, '')`,
);
const location = sql`nullif(concat_ws(', ', ${sql.join(located)}), '') collate natural_text`;

const customerList = (person: Person): LongList => ({
  ...kindWindows(person, 'customers', customers),
  filters: customerFilters,
  columns: { order_count: orderCount.get().count },
  sorts: { location: { value: location, mayBeEmpty: true } },
  search: { texts: [...customerNames, customerLocation], links: [] },
});

/** The customers that a person reads, by windows (docs/product/customers.md#very-many-customers). */
export const customerWindows = windowsOf(customerList);

const mostIndustries = 500;

/** The figures of the customers that a person reads; of many industries the first. */
export async function getCustomerFigures(
  context: Pick<Context, 'db' | 'person' | 'now'>,
): Promise<Required<CustomerFigures>> {
  const { readable } = windowsFor(context.person, 'customers');
  const names = sql<Required<Pick<CustomerFigures, 'industryNames'>>>`
    select coalesce(array_agg(name), '{}') as "industryNames" from (
      select name from (
        select distinct t.industry as name from customers t where t.industry <> '' and ${readable}
      ) industries order by name collate natural_text, name limit ${mostIndustries}
    ) first`;
  const figures = await figuresOfList(context, customerList, customerFigures);
  return { ...figures, ...(await oneRow(context.db, names)) };
}

/** Makes the indexes of the windows' orders once there are so many; writers wait in the meantime. */
export async function keepCustomersInOrder(db: Db, least = manyRows): Promise<void> {
  await sql`select keep_customers_in_order(${least})`.execute(db);
}
