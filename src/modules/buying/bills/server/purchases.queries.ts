import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  daysFilter,
  listLink,
  monthFilter,
  queryText,
  type Report,
  type ReportChoice,
} from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';

const groups = [
  { value: 'month', label: 'Month' },
  { value: 'vendor', label: 'Vendor' },
  { value: 'product', label: 'Product' },
  { value: 'category', label: 'Category' },
] as const;

type Group = (typeof groups)[number]['value'];

/** Booked bills and credits, as filters of the list say it. */
export const bookedFilters = { status: 'open,partially_paid,paid,overdue' } as const;

/** SQL: whether a bill `t` is booked, and dated in the period. */
export function isBookedIn({ from, to }: Pick<ReportChoice, 'from' | 'to'>): SqlPart {
  return sql`t.status not in ('draft', 'cancelled') and t.bill_date between ${from}::date and ${to}::date`;
}

/** SQL: 1 of a bill `t`, -1 of a credit. */
export const sign = sql`case t.kind when 'bill' then 1 else -1 end`;

/** SQL: the list of bills of vendor `v`, where no other row has its name; else the vendor. */
export function vendorBills(filters: Parameters<typeof listLink>[1]): SqlPart {
  return sql`case count(*) over (partition by v.company_name) when 1
    then ${listLink('/bills', { ...filters, vendor: queryText(sql`v.company_name`) })} else '/vendors/' || v.id end`;
}

const money = (key: string, label: string): ReportColumn => ({ key, label, kind: 'money' });

const documentColumns: readonly ReportColumn[] = [
  { key: 'bills', label: 'Bills', kind: 'count' },
  money('taxable', 'Taxable Value'),
  money('tax', 'Tax'),
  money('total', 'Total'),
];

const columnsOf: Readonly<Record<Group, readonly ReportColumn[]>> = {
  month: documentColumns,
  vendor: documentColumns,
  product: [
    { key: 'quantity', label: 'Quantity', kind: 'quantity' },
    { key: 'unit', label: 'Unit', kind: 'text' },
    money('taxable', 'Taxable Value'),
  ],
  category: [money('taxable', 'Taxable Value')],
};

/** SQL: the sums of whole bills less credits. */
const sums = sql`count(*) filter (where t.kind = 'bill') as bills, sum(${sign} * t.subtotal) as taxable,
  sum(${sign} * t.tax_amount) as tax, sum(${sign} * t.total_amount) as total`;

const selects: Readonly<Record<Group, (choice: ReportChoice) => SqlPart>> = {
  month: (choice) => {
    const dateRange = monthFilter(sql`date_trunc('month', t.bill_date)::date`, choice);
    return sql`select to_char(date_trunc('month', t.bill_date), 'YYYY-MM') as name, ${sums},
        ${listLink('/bills', { ...bookedFilters, dateRange })} as link
      from bills t where ${isBookedIn(choice)} group by date_trunc('month', t.bill_date) order by 1`;
  },
  vendor: (choice) => sql`select v.company_name as name, ${sums},
      ${vendorBills({ ...bookedFilters, dateRange: daysFilter(choice) })} as link
    from bills t join vendors v on v.id = t.vendor_id where ${isBookedIn(choice)}
    group by v.id order by total desc, name, v.id`,
  product: (choice) => sql`${boughtLines(choice)} select coalesce(p.product_name, 'None') as name,
      case when p.id is not null then sum(b.quantity) end as quantity,
      case when p.id is not null and count(distinct b.unit) = 1 then min(b.unit) end as unit, sum(b.taxable) as taxable,
      '/inventory/products/' || p.id as link
    from bought b left join products p on p.id = b.product_id group by p.id order by taxable desc, name, p.id`,
  category: (choice) => sql`${boughtLines(choice)} select coalesce(g.category_name, 'None') as name,
      sum(b.taxable) as taxable, ${listLink('/inventory/products', { category_id: sql`coalesce(g.id::text, 'none')` })} as link
    from bought b left join products p on p.id = b.product_id left join categories g on g.id = p.category_id
    group by g.id order by taxable desc, name, g.id`,
};

/** SQL: the lines of booked bills less those of credits, and charges as lines without a product. */
function boughtLines(choice: ReportChoice): SqlPart {
  return sql`with bought as (
      select l.product_id, case when l.credit_reason = 'price' then 0 else ${sign} * l.quantity end as quantity, l.unit,
        ${sign} * (l.line_total - l.discount_share) as taxable
      from bills t join bill_lines l on l.bill_id = t.id where ${isBookedIn(choice)}
      union all
      select null, null, null, ${sign} * l.amount from bills t join bill_charges l on l.bill_id = t.id
      where ${isBookedIn(choice)}
    )`;
}

/** What was bought by booked bills less credits (docs/product/reports.md#purchases). */
export const purchasesReport: Report = {
  name: 'purchases',
  title: 'Purchases',
  about: 'Booked bills of vendors less their credits',
  right: 'bills.read',
  alsoNeeds: ['products.read'],
  period: 'between',
  groups,
  dependsOn: ['bills', 'vendors', 'products', 'categories'],
  columns: (group) => columnsOf[group as Group],
  summed: ['bills', 'taxable', 'tax', 'total'],
  chart: { x: 'name', y: 'taxable' },
  select: (_context, choice) => selects[choice.group as Group](choice),
};
