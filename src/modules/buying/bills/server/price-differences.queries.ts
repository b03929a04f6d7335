import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Report } from '~/kit/server/reports/report';
import { isBookedIn } from './purchases.queries';

const groups = [
  { value: 'product', label: 'Product' },
  { value: 'vendor', label: 'Vendor' },
  { value: 'order', label: 'Purchase Order' },
  { value: 'month', label: 'Month' },
] as const;

const parts: Readonly<
  Record<(typeof groups)[number]['value'], { key: SqlPart; name: SqlPart; link: SqlPart }>
> = {
  product: {
    key: sql`p.id, case when p.id is null then d.description end`,
    name: sql`coalesce(p.product_name, case when p.id is null then d.description end)`,
    link: sql`'/inventory/products/' || p.id`,
  },
  vendor: { key: sql`v.id`, name: sql`v.company_name`, link: sql`'/vendors/' || v.id` },
  order: {
    key: sql`o.id`,
    name: sql`o.purchase_number`,
    link: sql`'/purchase-orders/' || o.id`,
  },
  month: {
    key: sql`to_char(d.day, 'YYYY-MM')`,
    name: sql`to_char(d.day, 'YYYY-MM')`,
    link: sql`null::text`,
  },
};

/** What bills charge otherwise than was ordered, with the credits on prices (docs/product/reports.md#price-differences). */
export const priceDifferencesReport: Report = {
  name: 'price-differences',
  title: 'Price Differences',
  about: 'Net prices of booked bills compared with those of their purchase orders',
  right: 'bills.read',
  alsoNeeds: ['products.read', 'purchase_orders.read'],
  period: 'between',
  groups,
  dependsOn: ['bills', 'purchase_orders', 'vendors', 'products'],
  columns: [
    { key: 'ordered', label: 'At Ordered Prices', kind: 'money' },
    { key: 'billed', label: 'Billed', kind: 'money' },
    { key: 'difference', label: 'Difference', kind: 'money' },
  ],
  summed: ['ordered', 'billed', 'difference'],
  chart: { x: 'name', y: 'difference' },
  select: (_context, choice) => {
    const { key, name, link } = parts[choice.group as (typeof groups)[number]['value']];
    return sql`with d as (
        select t.bill_date as day, i.purchase_line_id, i.description,
          case when t.kind = 'bill' then i.line_total - i.discount_share else -i.line_total end as billed,
          case when t.kind = 'bill' then round((l.line_total - l.discount_share) * i.quantity / l.quantity, 2) else 0 end as ordered
        from bills t join bill_lines i on i.bill_id = t.id join purchase_order_lines l on l.id = i.purchase_line_id
        where ${isBookedIn(choice)} and i.credit_reason is distinct from 'returned'
      )
      select ${name} as name, sum(d.ordered) as ordered, sum(d.billed) as billed, sum(d.billed - d.ordered) as difference,
        ${link} as link
      from d join purchase_order_lines l on l.id = d.purchase_line_id join purchase_orders o on o.id = l.purchase_order_id
        join vendors v on v.id = o.vendor_id left join products p on p.id = l.product_id
      where d.purchase_line_id in (select purchase_line_id from d group by 1 having sum(billed - ordered) <> 0)
      group by ${key}
      order by ${choice.group === 'month' ? sql`1` : sql`abs(sum(d.billed - d.ordered)) desc, 1`}`;
  },
};
