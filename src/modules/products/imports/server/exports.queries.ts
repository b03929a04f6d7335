import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import { formulaStart } from '~/kit/shared/csv/csv';
import { csvColumns } from '../products.csv';

export async function countProducts(trx: Transaction): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from products`.execute(trx);
  return result.rows[0]?.count ?? 0;
}

/** Every product as a line of CSV, header first, produced by the database. */
export function productsAsCsv(): RawBuilder<unknown> {
  return sql`copy (select ${sql.join(csvColumns.map(cellOf))}
    from products t
    left join categories c on c.id = t.category_id
    left join subcategories s on s.id = t.subcategory_id
    left join brands b on b.id = t.brand_id
    order by t.id) to stdout (format csv, header)`;
}

const groupNames = {
  category: sql.ref('c.category_name'),
  subcategory: sql.ref('s.subcategory_name'),
  brand: sql.ref('b.brand_name'),
};

/** Like `printCell`: text that a spreadsheet would execute is prefixed with an apostrophe. */
function cellOf({ name, field, group }: (typeof csvColumns)[number]): RawBuilder<unknown> {
  const value = group ? groupNames[group] : sql.ref(`t.${name}`);
  const as = sql.ref(name);
  if (field.kind === 'flag') return sql`${value}::text as ${as}`;
  if (field.column !== 'text') return sql`${value} as ${as}`;
  return sql`case when ${value} ~ ${sql.lit(formulaStart)} then '''' || ${value} else ${value} end as ${as}`;
}
