import { sql } from 'kysely';
import { type Db, instantText, type SqlPart } from '~/kit/server/database/db';
import { firstLocation } from '../../locations/locations.fields';
import { listLink, type Report } from '~/kit/server/reports/report';

const groups = [
  { value: 'product', label: 'Product' },
  { value: 'category', label: 'Category' },
  { value: 'brand', label: 'Brand' },
  { value: 'location', label: 'Location' },
] as const;

/** The moment from which movements have values, where there was stock before; null where all of them have. */
async function findValuedFrom(db: Db): Promise<string | null> {
  const result = await sql<{ at: string }>`select ${instantText(sql`valued_from`)} as at
    from stock_valuation`.execute(db);
  return result.rows[0]?.at ?? null;
}

/**
 * SQL: what lay in each location at a moment, worth its share of the product's value, of which the last location takes the
 * rest: as `located`, after `stocked`, from what moved later by product and location.
 */
function byLocation(): SqlPart {
  const first = sql.lit(firstLocation);
  return sql`levels as (
      select product_id, location_id, sum(quantity) as quantity from stock_levels group by 1, 2),
    positions as (
      select product_id, location_id, quantity from levels
      union all
      select p.id, ${first}, p.stock_quantity - coalesce(l.quantity, 0)
        from products p left join (select product_id, sum(quantity) as quantity from levels group by 1) l on l.product_id = p.id
      union all
      select product_id, coalesce(location_id, ${first}), -quantity from moved),
    shares as (
      select product_id, location_id, sum(quantity) as quantity from positions group by 1, 2 having sum(quantity) <> 0),
    located as (
      select h.location_id, h.quantity,
        case when row_number() over later = 1 then s.value - coalesce(sum(round(s.value * h.quantity / s.quantity, 2)) over others, 0)
          else round(s.value * h.quantity / s.quantity, 2) end as value
      from shares h join stocked s on s.id = h.product_id and s.quantity <> 0
      window later as (partition by s.id order by h.location_id desc),
        others as (partition by s.id order by h.location_id rows between unbounded preceding and 1 preceding))`;
}

const value = { key: 'value', label: 'Value', kind: 'money' } as const;

/** What the stock of a day is worth by its movements (docs/product/reports.md#stock-value). */
export const stockValueReport: Report = {
  name: 'stock-value',
  title: 'Stock Value',
  about: 'Stock on hand at the end of a day, and what it is worth',
  right: 'products.read',
  period: 'as of',
  groups,
  dependsOn: ['products', 'categories', 'brands', 'locations'],
  summed: ['products', 'value'],
  columns: (group) =>
    group === 'product'
      ? [
          { key: 'sku_code', label: 'SKU', kind: 'text' },
          { key: 'quantity', label: 'Quantity', kind: 'quantity' },
          { key: 'unit', label: 'Unit', kind: 'text' },
          { key: 'cost_price', label: 'Cost Price', kind: 'money' },
          { key: 'average_cost', label: 'Average Cost', kind: 'money' },
          value,
        ]
      : [{ key: 'products', label: 'Products', kind: 'count' }, value],
  chart: { x: 'name', y: 'value' },
  findValuedFrom,
  select: (_context, { group, end }) => {
    const isByLocation = group === 'location';
    const stocked = sql`with moved as (
        select product_id, ${isByLocation ? sql`location_id,` : sql``} sum(quantity) as quantity, sum(value) as value
        from stock_movements where created_at >= ${end}::timestamptz group by product_id${isByLocation ? sql`, location_id` : sql``}),
      later as (select product_id, sum(quantity) as quantity, sum(value) as value from moved group by product_id),
      valued as (select coalesce(${end}::timestamptz <= (select valued_from from stock_valuation), false) as is_before),
      stocked as (
        select p.id, p.product_name, p.sku_code, p.unit_of_measure, p.cost_price, p.category_id, p.brand_id,
          p.stock_quantity - coalesce(l.quantity, 0) as quantity,
          case when v.is_before then round((p.stock_quantity - coalesce(l.quantity, 0)) * p.cost_price, 2)
            when p.cost_quantity is null then null else p.stock_value - coalesce(l.value, 0) end as value
        from products p cross join valued v left join later l on l.product_id = p.id)`;
    if (group === 'product')
      return sql`${stocked} select s.product_name as name, s.sku_code, s.quantity, s.unit_of_measure as unit,
          s.cost_price, round(s.value / nullif(s.quantity, 0), 4) as average_cost, s.value, '/inventory/products/' || s.id as link
        from stocked s where s.quantity <> 0 order by value desc nulls last, name, s.id`;
    if (isByLocation)
      return sql`${stocked}, ${byLocation()}
      select c.name, count(*) as products, coalesce(sum(l.value), 0) as value, '/inventory/products' as link
      from located l join locations c on c.id = l.location_id group by c.id order by value desc, name`;
    const [table, pointer, name] =
      group === 'category'
        ? [sql`categories`, 'category_id', sql`g.category_name`]
        : [sql`brands`, 'brand_id', sql`g.brand_name`];
    const column = sql.ref(`s.${pointer}`);
    const link = listLink('/inventory/products', { [pointer]: sql`coalesce(g.id::text, 'none')` });
    return sql`${stocked} select coalesce(${name}, 'None') as name, count(*) as products,
        coalesce(sum(s.value), 0) as value, ${link} as link
      from stocked s left join ${table} g on g.id = ${column}
      where s.quantity <> 0 group by g.id, ${name} order by value desc, name`;
  },
};
