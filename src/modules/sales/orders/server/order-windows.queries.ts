import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { oneRow, type SqlPart } from '~/kit/server/database/db';
import {
  amountTerm,
  choiceTerm,
  columnTerms,
  datedTerm,
  daysTerm,
  type FilterTerm,
  foldedText,
  idTerm,
  labelSort,
  ownSorts,
  rankSort,
  type SortTerm,
  textSort,
  withinBounds,
} from '~/kit/server/lists/window-terms';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import { labelOf } from '~/kit/server/reports/report';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { windowsFor } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { OrderFigures } from '../figures.rules';
import { orderFields, orderStatuses, searchedTexts } from '../orders.fields';
import { invoicing } from './invoicing.service';
import { listOrders, orders, ordersFrom } from './orders.queries';

const column = (name: keyof typeof orderFields): SqlPart => sql.ref(`t.${name}`);
const customerName = sql`c.company_name`;

const texts: Readonly<Record<string, SqlPart>> = {
  ...Object.fromEntries(searchedTexts.map((name) => [name, column(name)])),
  customer_name: customerName,
};

const sortsOf = (): Readonly<Record<string, SortTerm>> => ({
  ...ownSorts(orderFields),
  customer_name: textSort(customerName),
  status: rankSort(column('status'), orderStatuses),
  service_names: textSort(column('service_names'), { mayBeEmpty: true }),
  created_by_name: textSort(column('created_by_name')),
  notes: textSort(column('notes'), { mayBeEmpty: true }),
  invoice_state: labelSort(invoicing.get().invoiceState, orderFields.invoice_state),
});

const total = column('total_amount');
const delivery = column('delivery_date');
const isDelivered = sql`t.status = 'delivered'`;

/** As `priorityOf`. */
function prioritiesOn(today: SqlPart) {
  const days = sql`(${delivery} - ${today})`;
  const isHigh = sql`(${total} >= 10000 or coalesce(${days} < 3, false))`;
  const isMedium = sql`(not ${isHigh} and (${total} >= 5000 or coalesce(${days} < 7, false)))`;
  return { high: isHigh, medium: isMedium, low: sql`not ${isHigh} and not ${isMedium}` };
}

/** As `deliveryStatus`. */
function deliveryOn(today: SqlPart) {
  const isOpen = sql`not ${isDelivered} and ${delivery}`;
  return {
    overdue: sql`${isOpen} < ${today}`,
    'due-soon': sql`${isOpen} between ${today} and ${today} + 3`,
    'on-schedule': sql`${isOpen} > ${today} + 3`,
    delivered: isDelivered,
    'no-date': sql`${isOpen} is null`,
  };
}

/** As `urgencyScore`. */
function urgencyOn(today: SqlPart) {
  const score = sql`(case when ${total} > 10000 then 2 when ${total} > 5000 then 1 else 0 end
    + case when ${delivery} < ${today} and not ${isDelivered} then 3
        when ${delivery} between ${today} and ${today} + 1 then 2
        when ${delivery} between ${today} and ${today} + 3 then 1 else 0 end
    + case when t.status = 'pending' then 1 when t.status in ('processing', 'shipped') then 0.5 else 0 end)`;
  return {
    critical: withinBounds(score, { from: 4 }),
    high: withinBounds(score, { from: 2.5, below: 4 }),
    medium: withinBounds(score, { from: 1, below: 2.5 }),
    low: withinBounds(score, { below: 1 }),
  };
}

function filtersOf(todayOf: () => ReturnType<typeof companyDay>): Record<string, FilterTerm> {
  return {
    status: choiceTerm(column('status'), orderFields.status),
    customer_id: idTerm(column('customer_id')),
    date_range: daysTerm(column('order_date'), todayOf),
    amount_range: amountTerm(total),
    priority: datedTerm(prioritiesOn, todayOf),
    delivery_status: datedTerm(deliveryOn, todayOf),
    urgency: datedTerm(urgencyOn, todayOf),
    ...columnTerms({ ...texts, status: labelOf(column('status'), orderStatuses) }),
  };
}

/** As `figuresOf` of the orders that a person reads. */
export async function getOrderFigures({
  db,
  person,
}: Pick<Context, 'db' | 'person'>): Promise<OrderFigures> {
  const { readable } = windowsFor(person, 'orders');
  const figures = sql<OrderFigures>`select count(*) as total,
      count(*) filter (where t.status = 'pending') as pending,
      count(*) filter (where ${isDelivered}) as delivered,
      coalesce(sum(t.total_amount) filter (where t.status <> 'cancelled'), 0) as revenue
    from ${ordersFrom} where ${readable}`;
  return oneRow(db, figures);
}

/** The orders that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export function orderWindows({
  db,
  person,
  now,
}: Pick<Context, 'db' | 'person' | 'now'>): WindowedList {
  return {
    noun: 'Orders',
    source: listOrders(person),
    from: ordersFrom,
    select: orders.select,
    ...windowsFor(person, 'orders'),
    sorts: sortsOf(),
    search: { text: foldedText(Object.values(texts)), links: [] },
    filters: filtersOf(() => companyDay({ db, now })),
  };
}
