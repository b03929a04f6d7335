import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { instantText } from '~/kit/server/database/db';
import {
  counting,
  type PostedLine,
} from '~/modules/catalogue/products/stock/server/counting.service';
import { may } from '~/modules/organization/users/rights.rules';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { registerMove } from '~/modules/records/batches/server/registry.service';
import {
  detailOf,
  numbered,
  registerSearch,
} from '~/modules/records/records/server/search-sources.service';

export function provideCounts(): void {
  registerStockUse('counts', sql`exists (select from counts)`);
  registerSearch({
    type: 'count',
    kind: 'stock',
    from: sql`counts`,
    ...numbered(sql`t.count_number`),
    detail: detailOf(
      sql`(select a.name from locations a where a.id = t.location_id)`,
      sql`(select c.category_name from categories c where c.id = t.category_id)`,
    ),
  });
  registerDependents({
    table: 'counts',
    type: 'count',
    label: sql`t.count_number`,
    join: sql``,
    readableBy: (person) => (may(person, 'stock.read').ok ? sql`true` : sql`false`),
    of: {
      locations: (id) => sql`t.location_id = ${id} and t.status = 'draft'`,
      categories: (id) => sql`t.category_id = ${id} and t.status = 'draft'`,
      products: (id) => sql`t.id in (select count_id from count_lines where product_id = ${id})`,
    },
  });
  registerMove({ of: 'products', table: 'count_lines', column: 'product_id' });
  provideCounting();
}

function provideCounting(): void {
  counting.provide({
    findPosted: async (trx, parts) => {
      const found = await sql<PostedLine>`with places as (
          select product, location, lot, min(at) as at
          from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (product integer, location integer, lot integer,
            at timestamptz)
          group by product, location, lot
        )
        select p.product, p.location, p.lot, f.id as count_id, f.count_number, ${instantText(sql`f.counted_at`)} as moment
        from places p cross join lateral (
          select c.id, c.count_number, l.counted_at from count_lines l join counts c on c.id = l.count_id
          where l.product_id = p.product and l.counted_at >= p.at and c.status = 'posted' and not l.is_merged
            and c.location_id = p.location and l.lot_id is not distinct from p.lot
          order by l.counted_at, l.id limit 1
        ) f order by p.product`.execute(trx);
      return found.rows;
    },
    noteMerge: async (trx, products) => {
      await sql`update count_lines set is_merged = true where product_id = any (${products}::integer[])`.execute(
        trx,
      );
    },
  });
}
