import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { groupColumn, labelOf, listLink, type Report } from '~/kit/server/reports/report';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { orderStatuses } from '../orders.fields';

const groups = [
  { value: 'order', label: 'Order' },
  { value: 'customer', label: 'Customer' },
  { value: 'product', label: 'Product' },
] as const;

type Group = (typeof groups)[number]['value'];

/** SQL: what of an order's line `l` is to be delivered. */
const openQuantity = sql`(l.quantity - l.delivered_quantity - l.closed_quantity)`;

const parts: Readonly<Record<Group, { key: SqlPart; select: SqlPart }>> = {
  order: {
    key: sql`o.order_id, o.order_number, o.customer_name, o.order_date, o.delivery_date, o.status`,
    select: sql`o.order_number as name, o.customer_name as customer, o.order_date, o.delivery_date,
      ${labelOf(sql`o.status`, orderStatuses)} as status, '/orders/' || o.order_id as link`,
  },
  customer: {
    key: sql`o.customer_id, o.customer_name`,
    select: sql`o.customer_name as name,
      ${listLink('/orders', { status: 'confirmed,processing', customer_id: sql`o.customer_id` })} as link`,
  },
  product: {
    key: sql`o.product_id, p.product_name, p.unit_of_measure`,
    select: sql`p.product_name as name, sum(o.open_quantity) as quantity, p.unit_of_measure as unit,
      '/inventory/products/' || o.product_id as link`,
  },
};

/** Goods that confirmed orders still wait for (docs/product/reports.md#open-orders). */
export const openOrdersReport: Report = {
  name: 'orders-open',
  title: 'Open Orders',
  about: 'Goods of confirmed and processing orders that are not delivered yet',
  right: 'orders.read',
  period: 'now',
  groups,
  dependsOn: ['orders'],
  columns: (group) => [
    groupColumn(groups, group),
    ...columnsOf[group as Group],
    { key: 'value', label: 'Open Value', kind: 'money' },
    { key: 'late', label: 'Late', kind: 'money' },
  ],
  // Not the orders: one with several products counts in the row of each.
  summed: ['value', 'late'],
  chart: { x: 'name', y: 'value' },
  select: ({ person }, { group, to }) => {
    const { key, select } = parts[group as Group];
    return sql`with o as (
        select t.id as order_id, t.order_number, t.customer_id, c.company_name as customer_name, t.order_date,
          t.delivery_date, t.status, l.product_id, ${openQuantity} as open_quantity,
          round((l.line_total - l.discount_share) * ${openQuantity} / l.quantity, 2) as value
        from orders t join customers c on c.id = t.customer_id join order_lines l on l.order_id = t.id
        where t.status in ('confirmed', 'processing') and l.product_id is not null and ${openQuantity} > 0
          and ${readable(person, 'orders')})
      select ${select}, count(distinct o.order_id) as orders, sum(o.value) as value,
        coalesce(sum(o.value) filter (where o.delivery_date < ${to}::date), 0) as late
      from o join products p on p.id = o.product_id group by ${key}
      order by ${group === 'order' ? sql`o.delivery_date nulls last, o.order_id` : sql`value desc, name`}`;
  },
};

const orders = { key: 'orders', label: 'Orders', kind: 'count' } as const;

const columnsOf: Readonly<Record<Group, ReturnType<Report['columns']>>> = {
  order: [
    { key: 'customer', label: 'Customer', kind: 'text' },
    { key: 'order_date', label: 'Order Date', kind: 'day' },
    { key: 'delivery_date', label: 'Delivery Date', kind: 'day' },
    { key: 'status', label: 'Status', kind: 'text' },
  ],
  customer: [orders],
  product: [
    orders,
    { key: 'quantity', label: 'Open Quantity', kind: 'quantity' },
    { key: 'unit', label: 'Unit', kind: 'text' },
  ],
};
