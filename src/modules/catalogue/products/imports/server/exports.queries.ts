import { type RawBuilder, sql } from 'kysely';
import { csvCell } from '~/kit/server/database/copy';
import type { Transaction } from '~/kit/server/database/transaction';
import { type Chosen, type Selection, selectionOf } from '~/kit/server/lists/windows';
import { productWindows } from '../../catalogue/server/product-windows.queries';
import type { exportColumns } from '../products.csv';

/** All products, or those that are asked for. */
export async function chosenProducts(trx: Transaction, { asked, ids }: Chosen): Promise<Selection> {
  if (ids.length > 0) {
    const isOne = sql`t.id in (${sql.join(ids.map((id) => sql.lit(id)))})`;
    return { from: sql`products t`, where: isOne, order: sql`t.id`, isWhole: false };
  }
  const chosen = await selectionOf(trx, productWindows, asked);
  return asked.sort ? chosen : { ...chosen, order: sql`t.id` };
}

export async function countProducts(trx: Transaction, { from, where }: Selection): Promise<number> {
  const result = await sql<{
    count: number;
  }>`select count(*) as count from ${from} where ${where}`.execute(trx);
  return result.rows[0]?.count ?? 0;
}

type Columns = ReturnType<typeof exportColumns>;

/** Those products as lines of CSV, header first, produced by the database. */
export function productsAsCsv(
  { from, where, order }: Selection,
  columns: Columns,
): RawBuilder<unknown> {
  return sql`copy (select ${sql.join(columns.map(cellOf))}
    from ${from}
    left join categories c on c.id = t.category_id
    left join subcategories s on s.id = t.subcategory_id
    left join brands b on b.id = t.brand_id
    left join tax_classes x on x.id = t.tax_class_id
    where ${where} order by ${order}) to stdout (format csv, header)`;
}

const groupNames = {
  category: sql.ref('c.category_name'),
  subcategory: sql.ref('s.subcategory_name'),
  brand: sql.ref('b.brand_name'),
  tax_class: sql.ref('x.name'),
};

function cellOf({ group, ...column }: Columns[number]): RawBuilder<unknown> {
  return csvCell(column, group ? groupNames[group] : sql.ref(`t.${column.name}`));
}
