import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { labelOf, listLink, type Report } from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { orderStatuses } from '../orders.fields';

const groups = [
  { value: 'order', label: 'Order' },
  { value: 'customer', label: 'Customer' },
  { value: 'product', label: 'Product' },
] as const;

type Group = (typeof groups)[number]['value'];

/** SQL: what of an order's line `l` is to be delivered, and its value. */
const openQuantity = sql`(l.quantity - l.delivered_quantity - l.closed_quantity)`;
const openValue = sql`round((l.line_total - l.discount_share) * ${openQuantity} / l.quantity, 2)`;

const parts: Readonly<Record<Group, { key: SqlPart; select: SqlPart }>> = {
  order: {
    key: sql`t.id, c.id`,
    select: sql`t.order_number as name, c.company_name as customer, t.order_date, t.delivery_date,
      ${labelOf(sql`t.status`, orderStatuses)} as status, '/orders/' || t.id as link`,
  },
  customer: {
    key: sql`c.id`,
    select: sql`c.company_name as name,
      ${listLink('/orders', { status: 'confirmed,processing', customer_id: sql`c.id` })} as link`,
  },
  product: {
    key: sql`p.id`,
    select: sql`p.product_name as name, sum(${openQuantity}) as quantity, p.unit_of_measure as unit,
      '/inventory/products/' || p.id as link`,
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
    ...columnsOf[group as Group],
    { key: 'value', label: 'Open Value', kind: 'money' },
    { key: 'late', label: 'Late', kind: 'money' },
  ],
  // Not the orders: one with several products counts in the row of each.
  summed: ['value', 'late'],
  chart: { x: 'name', y: 'value' },
  select: ({ person }, { group, to }) => {
    const { key, select } = parts[group as Group];
    return sql`select ${select}, count(distinct t.id) as orders, sum(${openValue}) as value,
        coalesce(sum(${openValue}) filter (where t.delivery_date < ${to}::date), 0) as late
      from orders t join customers c on c.id = t.customer_id join order_lines l on l.order_id = t.id
        join products p on p.id = l.product_id
      where t.status in ('confirmed', 'processing') and ${openQuantity} > 0 and ${readable(person, 'orders')}
      group by ${key}
      order by ${group === 'order' ? sql`t.delivery_date nulls last, t.id` : sql`value desc, name`}`;
  },
};

const orders = { key: 'orders', label: 'Orders', kind: 'count' } as const;

const columnsOf: Readonly<Record<Group, readonly ReportColumn[]>> = {
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
