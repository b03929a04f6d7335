import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import {
  customerListLink,
  daysFilter,
  listLink,
  monthFilter,
  percentOf,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import {
  isReadableAt,
  readable,
} from '~/modules/organization/workspaces/server/workspace-scope.service';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'product', label: 'Product' },
  { value: 'customer', label: 'Customer' },
  { value: 'order', label: 'Order' },
] as const;

type Group = (typeof groups)[number]['value'];

interface Part {
  /** SQL: by what the sums `r` are added up, and what they are joined with for its name. */
  key: SqlPart;
  joins?: SqlPart;
  name: SqlPart;
  more?: SqlPart;
  link: (choice: ReportChoice) => SqlPart;
}

const out = { status: 'dispatched,delivered' } as const;
const customers = sql`join customers c on c.id = r.customer_id`;

const parts: Readonly<Record<Group, Part>> = {
  month: {
    key: sql`date_trunc('month', r.day)`,
    name: sql`to_char(date_trunc('month', r.day), 'YYYY-MM')`,
    link: (choice) =>
      listLink('/deliveries', {
        ...out,
        dateRange: monthFilter(sql`date_trunc('month', r.day)::date`, choice),
      }),
  },
  product: {
    key: sql`p.id`,
    joins: sql`join products p on p.id = r.product_id`,
    name: sql`p.product_name`,
    more: sql`, sum(r.quantity) as quantity, p.unit_of_measure as unit`,
    link: () => sql`'/inventory/products/' || p.id`,
  },
  customer: {
    key: sql`c.id`,
    joins: customers,
    name: sql`c.company_name`,
    link: (choice) =>
      customerListLink(
        '/deliveries',
        { ...out, dateRange: daysFilter(choice) },
        { id: sql`c.id`, name: sql`c.company_name` },
      ),
  },
  order: {
    key: sql`o.id, c.id`,
    joins: sql`join orders o on o.id = r.order_id ${customers}`,
    name: sql`o.order_number`,
    more: sql`, c.company_name as customer`,
    link: () => sql`'/orders/' || o.id`,
  },
};

const columnsOf: Partial<Record<Group, readonly ReportColumn[]>> = {
  product: [
    { key: 'quantity', label: 'Quantity', kind: 'quantity' },
    { key: 'unit', label: 'Unit', kind: 'text' },
  ],
  order: [{ key: 'customer', label: 'Customer', kind: 'text' }],
};

/** SQL: a movement `m` of before values, and what it is worth at today's cost price of product `p`. */
const isBefore = sql`m.id <= coalesce((select last_movement from stock_valuation), 0)`;
const estimate = sql`round(m.quantity * coalesce(p.cost_price, 0), 2)`;

/**
 * SQL: each product of each delivery that is out. An order that returned goods before delivers fewer than the challan says,
 * so revenue follows what moved.
 */
function dispatched(person: Person, { from, to }: ReportChoice): SqlPart {
  return sql`lines as (
      select t.id, t.order_id, t.customer_id, t.delivery_date as day, l.product_id, sum(l.quantity) as quantity,
        sum(round((ol.line_total - ol.discount_share) * l.quantity / ol.quantity, 2)) as revenue
      from deliveries t join customers c on c.id = t.customer_id join delivery_lines l on l.delivery_id = t.id
        join order_lines ol on ol.id = l.order_line_id
      where t.status in ('dispatched', 'delivered') and t.delivery_date between ${from}::date and ${to}::date
        and ${readable(person, 'deliveries')} and ${isReadableAt(person, 'orders', sql`ol.order_id`)}
      group by t.id, l.product_id
    ), moved as (
      select m.delivery_id, m.product_id, -sum(m.quantity) as quantity, -sum(m.value) as cost, bool_or(${isBefore}) as is_before
      from stock_movements m where m.delivery_id in (select id from lines) group by 1, 2
    ), dispatched as (
      select l.day, l.order_id, l.customer_id, l.product_id, w.quantity, round(l.revenue * w.quantity / l.quantity, 2) as revenue,
        case when m.is_before then round(l.quantity * coalesce(p.cost_price, 0), 2) else coalesce(m.cost, 0) end
          + coalesce(s.cost, 0) as cost
      from lines l join products p on p.id = l.product_id
        left join moved m on m.delivery_id = l.id and m.product_id = l.product_id
        left join late s on s.delivery_id = l.id and s.product_id = l.product_id
        cross join lateral (select case when m.is_before then l.quantity else coalesce(m.quantity, l.quantity) end as quantity) w
    )`;
}

/**
 * SQL: what goods cost beyond their movement because they left before they came. The stock that a receipt found missing
 * consists of the last goods out before it; each delivery has its part of the difference.
 */
const late = sql`steps as (
    select m.product_id, m.id, m.quantity, m.difference, m.delivery_id,
      sum(m.quantity) over in_order - m.quantity as before,
      sum(case when m.quantity < 0 and m.movement_type <> 'transfer' and d.status is distinct from 'cancelled' then -m.quantity else 0 end) over in_order as gone
    from stock_movements m left join deliveries d on d.id = m.delivery_id left join stock_valuation v on true
    where m.product_id in (select product_id from stock_movements where difference <> 0 and quantity > 0)
    window in_order as (partition by m.product_id
      order by greatest(m.created_at, case when m.id > v.last_movement then v.valued_from end), m.id)
  ), missing as (
    select product_id, difference, gone, -before as quantity from steps where difference <> 0 and quantity > 0
  ), late as (
    select s.delivery_id, s.product_id, sum(round(x.difference * least(s.gone - x.gone + x.quantity, x.quantity) / x.quantity, 2)
        - round(x.difference * greatest(s.gone + s.quantity - x.gone + x.quantity, 0) / x.quantity, 2)) as cost
    from missing x join steps s on s.product_id = x.product_id
    where s.quantity < 0 and s.delivery_id is not null and s.gone > x.gone - x.quantity and s.gone + s.quantity < x.gone
    group by 1, 2
  )`;

/** SQL: goods that came back with credit notes, except those of deliveries that were cancelled afterwards. */
function returned(person: Person, { from, to }: ReportChoice): SqlPart {
  return sql`back as (
      select coalesce(m.source_id, n.id) as note_id, m.product_id, sum(m.quantity) as quantity,
        sum(case when ${isBefore} then ${estimate} else m.value + m.difference end) as cost
      from stock_movements m join products p on p.id = m.product_id
        left join credit_notes n on m.source_id is null and n.note_number = substring(m.reason from '\\S+$')
      where m.movement_type = 'return' group by 1, 2
    ), taken_back as (
      select d.order_id, m.product_id, -sum(m.quantity) as quantity
      from deliveries d join stock_movements m on m.delivery_id = d.id where d.status = 'cancelled'
      group by 1, 2 having sum(m.quantity) < 0
    ), noted as (
      select n.id, n.note_date as day, t.order_id, t.customer_id, il.product_id, sum(l.line_total) as revenue
      from credit_notes n join invoices t on t.id = n.invoice_id join customers c on c.id = t.customer_id
        join credit_note_lines l on l.credit_note_id = n.id join invoice_lines il on il.id = l.invoice_line_id
        join order_lines ol on ol.id = il.order_line_id
      where n.kind = 'credit' and n.status = 'issued' and n.goods_return and il.product_id is not null
        and ${readable(person, 'invoices')} and ${isReadableAt(person, 'orders', sql`ol.order_id`)}
      group by n.id, t.id, il.product_id
    ), returned as (
      select n.day, n.order_id, n.customer_id, n.product_id, b.quantity, n.revenue, b.cost,
        greatest(0, 1 - coalesce(k.quantity / nullif(sum(b.quantity) over (partition by n.order_id, n.product_id), 0), 0)) as part
      from noted n join back b on b.note_id = n.id and b.product_id = n.product_id
        left join taken_back k on k.order_id = n.order_id and k.product_id = n.product_id
    ), less as (
      select day, order_id, customer_id, product_id, -round(quantity * part, 3) as quantity, -round(revenue * part, 2) as revenue,
        -round(cost * part, 2) as cost
      from returned where part > 0 and day between ${from}::date and ${to}::date
    )`;
}

/** What dispatched goods brought and what they cost (docs/product/reports.md#margin). */
export const marginReport: Report = {
  name: 'margin',
  title: 'Margin',
  about: 'Value before tax of dispatched goods, what they cost, and the margin',
  right: 'deliveries.read',
  alsoNeeds: ['orders.read', 'products.read', 'bills.read'],
  alsoBy: ['orders.read', 'invoices.read'],
  period: 'between',
  groups,
  dependsOn: ['deliveries', 'orders', 'credit_notes', 'stock_movements', 'products'],
  columns: (group) => [
    ...(columnsOf[group as Group] ?? []),
    { key: 'revenue', label: 'Revenue', kind: 'money' },
    { key: 'cost', label: 'Cost', kind: 'money' },
    { key: 'margin', label: 'Margin', kind: 'money' },
    { key: 'share', label: 'Margin in Percent', kind: 'percent' },
  ],
  summed: ['revenue', 'cost', 'margin'],
  shares: [{ key: 'share', part: 'margin', whole: 'revenue' }],
  chart: { x: 'name', y: 'margin' },
  select: ({ person }, choice) => {
    const { key, joins = sql``, name, more = sql``, link } = parts[choice.group as Group];
    const margin = sql`sum(r.revenue - r.cost)`;
    return sql`with ${late}, ${dispatched(person, choice)}, ${returned(person, choice)}
      select ${name} as name ${more}, sum(r.revenue) as revenue, sum(r.cost) as cost, ${margin} as margin,
        ${percentOf(margin, sql`sum(r.revenue)`)} as share, ${link(choice)} as link
      from (select * from dispatched union all select * from less) r ${joins}
      group by ${key} order by ${choice.group === 'month' ? sql`1` : sql`margin desc, 1`}`;
  },
};
