import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { type Db, oneRow, type SqlPart } from '~/kit/server/database/db';
import {
  bandTerm,
  choiceTerm,
  dayRangeTerm,
  type FilterTerm,
  foldedText,
  ownSorts,
  sameTextTerm,
  type SortTerm,
  textTerm,
  withinBounds,
} from '~/kit/server/lists/window-terms';
import { manyRows, type WindowedList } from '~/kit/server/lists/windowed-list';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { addDays, startOfDay } from '~/kit/shared/time/days';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import { windowsFor } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { customerFields } from '../customers.fields';
import type { CustomerFigures } from '../customers.rules';
import { customers, listCustomers } from './customers.queries';
import { orderCount } from './order-counts.service';

type Asking = Pick<Context, 'db' | 'person' | 'now'>;

const column = (name: keyof typeof customerFields): SqlPart => sql.ref(`t.${name}`);
const columns = (...names: (keyof typeof customerFields)[]) => names.map(column);

// As the index has it (migration 0115).
const searched = foldedText([
  ...columns('company_name', 'contact_person', 'email', 'phone', 'customer_code'),
  sql`phone_digits(t.phone)`,
  column('city'),
]);

const located = columns('city', 'state', 'country').map((each) => sql`nullif(${each}, '')`);
const location = sql`nullif(concat_ws(', ', ${sql.join(located)}), '') collate natural_text`;

const sortsOf = (): Readonly<Record<string, SortTerm>> => ({
  ...ownSorts(customerFields),
  // An index has it so.
  created_at: { value: column('created_at'), mayBeEmpty: false },
  order_count: { value: orderCount.get().count, mayBeEmpty: false },
  location: { value: location, mayBeEmpty: true },
});

const limit = sql`coalesce(t.credit_limit, 0)`;

function filtersOf({ db, now }: Asking): Readonly<Record<string, FilterTerm>> {
  const { count } = orderCount.get();
  const orders = (bounds: { from?: number; below?: number }) => withinBounds(count, bounds);
  return {
    status: bandTerm({ active: sql`t.is_active`, inactive: sql`not t.is_active` }),
    industry: sameTextTerm(column('industry')),
    location: textTerm(foldedText(columns('city', 'state', 'country'))),
    payment_terms: choiceTerm(column('payment_terms'), customerFields.payment_terms),
    company_size: choiceTerm(column('company_size'), customerFields.company_size),
    order_count: bandTerm({
      none: orders({ below: 1 }),
      few: orders({ from: 1, below: 6 }),
      regular: orders({ from: 6, below: 21 }),
      high: orders({ from: 21 }),
    }),
    date_range: dayRangeTerm(column('created_at'), () => companyClock({ db, now })),
    credit_limit: bandTerm({
      none: sql`${limit} = 0`,
      low: sql`(${limit} > 0 and ${limit} < 100000)`,
      medium: withinBounds(limit, { from: 100_000, below: 1_000_000 }),
      high: withinBounds(limit, { from: 1_000_000 }),
    }),
  };
}

/** The customers that a person reads, by windows (docs/product/customers.md#very-many-customers). */
export function customerWindows(asking: Asking): WindowedList {
  const { person } = asking;
  return {
    noun: 'Customers',
    source: listCustomers(person),
    from: sql`customers t`,
    select: customers.select,
    ...windowsFor(person, 'customers'),
    sorts: sortsOf(),
    search: { text: searched, links: [] },
    filters: filtersOf(asking),
  };
}

const mostIndustries = 500;

/** The instants at which the company's month begins and ends. */
export async function monthOf({ db, now }: Pick<Asking, 'db' | 'now'>): Promise<[string, string]> {
  const { today, timeZone: zone } = await companyClock({ db, now });
  const { from, to } = daysOfRange('month', today);
  return [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
}

/** As `figuresOf`, of the customers that a person reads; of many industries the first. */
export async function getCustomerFigures(
  { db, person }: Pick<Asking, 'db' | 'person'>,
  [begin, end]: [string, string],
): Promise<CustomerFigures> {
  const { readable } = windowsFor(person, 'customers');
  const figures = sql<CustomerFigures>`with industries as (
      select distinct t.industry as name from customers t where t.industry <> '' and ${readable}
    )
    select count(*) as total, count(*) filter (where t.is_active) as active,
      count(*) filter (where t.created_at >= ${begin} and t.created_at < ${end}) as "thisMonth",
      (select count(*) from industries) as industries,
      (select coalesce(array_agg(name), '{}') from (
        select name from industries order by name collate natural_text, name limit ${mostIndustries}
      ) first) as "industryNames"
    from customers t where ${readable}`;
  return oneRow(db, figures);
}

/** Makes the indexes of the windows' orders once there are so many; writers wait in the meantime. */
export async function keepCustomersInOrder(db: Db, least = manyRows): Promise<void> {
  await sql`select keep_customers_in_order(${least})`.execute(db);
}
