import { sql } from 'kysely';
import { type FoundRecords, registerDependents } from '~/kit/server/database/dependents';
import { countedInUnits } from '~/modules/tax/server/units.service';
import { registerRecords } from '~/modules/records/server/records.service';
import { products } from './products.queries';
import { registerDuplicates } from '~/modules/duplicates/server/duplicates.service';

export function provideProducts(): void {
  registerDuplicates('products', {
    table: sql`products`,
    label: sql`t.product_name`,
    detail: sql`concat_ws(' · ', t.sku_code, t.barcode)`,
    values: { code: sql`t.barcode`, name: sql`t.product_name` },
    readableBy: () => sql`true`,
  });
  registerRecords('products', products);
  const shared = {
    table: 'products',
    type: 'product',
    label: sql`t.product_name`,
    join: sql``,
    readableBy: () => sql`true`,
  };
  registerDependents({
    ...shared,
    of: 'units',
    where: (id) => sql`t.unit_of_measure = (select code from units where id = ${id})`,
  });
  registerDependents({
    ...shared,
    of: 'tax_classes',
    where: (id) => sql`t.tax_class_id = ${id}`,
  });
  countedInUnits.provide({
    findFiner: async ({ trx }, { code }, decimals) => {
      const result = await sql<FoundRecords>`
        with found as (select 'product' as type, id, product_name as label from products
          where unit_of_measure = ${code} and ${decimals} < greatest(scale(stock_quantity),
            scale(reserved_quantity), scale(reorder_level), scale(min_order_quantity)))
        select (select coalesce(json_agg(f), '[]') from (select * from found order by id desc limit 10) f) as shown,
          0 as hidden`.execute(trx);
      return result.rows[0] ?? { shown: [], hidden: 0 };
    },
  });
}
