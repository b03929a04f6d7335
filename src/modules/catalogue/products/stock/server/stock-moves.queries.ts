import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { labelOf, type Report } from '~/kit/server/reports/report';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { movementTypes } from '../movements.fields';
import { maskedReason } from './movements.queries';

const groups = [
  { value: 'product', label: 'Product' },
  { value: 'kind', label: 'Kind' },
  { value: 'reason', label: 'Reason' },
] as const;

type Group = (typeof groups)[number]['value'];

const parts: Readonly<Record<Group, { key: SqlPart; select: SqlPart }>> = {
  product: {
    key: sql`p.id`,
    select: sql`p.product_name as name, p.sku_code, p.unit_of_measure as unit, '/inventory/products/' || p.id as link`,
  },
  kind: {
    key: sql`m.movement_type`,
    select: sql`${labelOf(sql`m.movement_type`, movementTypes)} as name`,
  },
  reason: { key: sql`m.reason`, select: sql`coalesce(m.reason, 'None') as name` },
};

const ofProduct: readonly ReportColumn[] = [
  { key: 'sku_code', label: 'SKU', kind: 'text' },
  { key: 'unit', label: 'Unit', kind: 'text' },
];

/** The goods that entered and left the stock (docs/product/reports.md#stock-moves). */
export const stockMovesReport: Report = {
  name: 'stock-moves',
  title: 'Stock Moves',
  about: 'Quantities that came into and left the stock, and what they are worth',
  right: 'products.read',
  period: 'between',
  groups,
  dependsOn: ['stock_movements', 'products'],
  // Not the quantities: they have different units.
  summed: ['moves', 'value'],
  columns: (group) => [
    ...(group === 'product' ? ofProduct : []),
    { key: 'moves', label: 'Movements', kind: 'count' },
    { key: 'came', label: 'In', kind: 'quantity' },
    { key: 'went', label: 'Out', kind: 'quantity' },
    { key: 'change', label: 'Change', kind: 'quantity' },
    { key: 'value', label: 'Value at Cost', kind: 'money' },
  ],
  chart: { x: 'name', y: 'moves' },
  select: ({ person }, { group, start, end }) => {
    const { key, select } = parts[group as Group];
    const reason = maskedReason(person, {
      order: sql`'Orders'`,
      return: sql`'Returns'`,
      transfer: sql`'Transfers'`,
      purchase: sql`'Purchases'`,
      vendor_return: sql`'Returns to vendors'`,
    });
    return sql`select ${select}, sum(m.moves) as moves, sum(m.came) as came, sum(m.went) as went,
        sum(m.came - m.went) as change, coalesce(sum(m.value), 0) + coalesce(sum(round(m.before * p.cost_price, 2)), 0) as value
      from (
        select product_id, movement_type, ${reason} as reason, count(*) as moves,
          coalesce(sum(quantity) filter (where quantity > 0), 0) as came,
          coalesce(-sum(quantity) filter (where quantity < 0), 0) as went,
          sum(value) as value, sum(quantity) filter (where m.id <= v.last_movement) as before
        from stock_movements m left join stock_valuation v on true
        where (quantity <> 0 or movement_type <> 'initial') and movement_type <> 'transfer' and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz
        group by 1, 2, 3) m
      join products p on p.id = m.product_id
      group by ${key} order by moves desc, name`;
  },
};
