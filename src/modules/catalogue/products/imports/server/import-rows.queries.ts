import { type RawBuilder, sql } from 'kysely';
import type { CopySession } from '~/kit/server/database/copy';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Product } from '../../catalogue/products.fields';
import { csvColumns } from '../products.csv';

const knownColumns = [
  'id',
  'category_id',
  'unit_of_measure',
  'stock_quantity',
  'reserved_quantity',
  'reorder_level',
  'min_order_quantity',
  'unit_price',
  'cost_price',
] as const;

export type KnownProduct = Pick<Product, (typeof knownColumns)[number]>;

const ascii = new RegExp('^[\\u0000-\\u007f]*$');

/** SKUs normalized by the database, in the same order: its lower case differs from JavaScript's for some characters. */
export async function skuKeys(db: Db, skus: readonly string[]): Promise<string[]> {
  const keys = skus.map((sku) => (ascii.test(sku) ? sku.toLowerCase() : null));
  const others = skus.filter((_, at) => keys[at] === null);
  if (others.length === 0) return keys.map(String);
  const result = await sql<{ key: string }>`select lower(sku) as key
    from unnest(${others}::text[]) with ordinality as each (sku, n) order by n`.execute(db);
  const found = result.rows.values();
  return keys.map((key) => key ?? found.next().value?.key ?? '');
}

export async function findBySkus(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const result = await sql<
    KnownProduct & { key: string }
  >`select lower(sku_code) as key, ${refs(knownColumns)}
    from products where lower(sku_code) = any(${keys}::text[])`.execute(db);
  return new Map(result.rows.map(({ key, ...known }) => [key, known]));
}

export interface NamedGroup {
  id: number;
  key: string;
  category_id: number | null;
}

export type GroupKind = 'category' | 'subcategory' | 'brand' | 'tax_class';

export async function listGroups(trx: Transaction): Promise<Record<GroupKind, NamedGroup[]>> {
  const result = await sql<NamedGroup & { kind: GroupKind }>`
    select 'category' as kind, id, lower(category_name) as key, null::integer as category_id from categories
    union all select 'subcategory', id, lower(subcategory_name), category_id from subcategories
    union all select 'brand', id, lower(brand_name), null from brands
    union all select 'tax_class', id, lower(name), null from tax_classes`.execute(trx);
  const of = (kind: GroupKind) => result.rows.filter((row) => row.kind === kind);
  return {
    category: of('category'),
    subcategory: of('subcategory'),
    brand: of('brand'),
    tax_class: of('tax_class'),
  };
}

/** The table columns that the file's columns are written to, and whether they may be null. */
export interface Target {
  column: string;
  /** Null in a staged row keeps the current value. */
  keeps: boolean;
}

export function targetsOf(names: readonly string[]): Target[] {
  return csvColumns
    .filter((column) => names.includes(column.name))
    .map(({ name, field, group }) => ({
      column: group ? `${group}_id` : name,
      keeps: field.required,
    }));
}

/** Inserts new products; a trigger records their opening stock (keep_stock_ledger). */
export async function copyProducts(
  { copyIn }: CopySession,
  rows: { columns: readonly string[]; lines: string },
): Promise<void> {
  await copyIn(sql`copy products (${refs(rows.columns)}) from stdin`, rows.lines);
}

const staged = sql.table('import_rows');

export async function createStage(trx: Transaction, targets: readonly Target[]): Promise<void> {
  await sql`create temporary table ${staged} on commit drop as
    select id as product_id, ${refs(targets.map(({ column }) => column))} from products with no data`.execute(
    trx,
  );
}

export async function stageProducts({ copyIn }: CopySession, lines: string): Promise<void> {
  await copyIn(sql`copy ${staged} from stdin`, lines);
}

export async function countChanges(trx: Transaction, targets: readonly Target[]): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count
    from products p join ${staged} s on s.product_id = p.id
    where ${differs(targets)}`.execute(trx);
  return result.rows[0]?.count ?? 0;
}

/** Locks the staged products in the order of their ids, as orders do. */
export async function lockStaged(trx: Transaction): Promise<void> {
  await sql`analyze ${staged}`.execute(trx);
  await sql`select from products p where id in (select product_id from ${staged})
    order by id for no key update`.execute(trx);
}

interface Merge {
  targets: readonly Target[];
  now: Date;
}

const version = (now: Date) =>
  sql`greatest(${now}::timestamptz(3), p.updated_at + interval '1 millisecond')`;

/** Updates the products that differ; another category replaces a subcategory that the file does not name. */
export async function mergeStage(trx: Transaction, { targets, now }: Merge): Promise<void> {
  const set = changesOf(targets).map(({ column, value }) => sql`${sql.ref(column)} = ${value}`);
  await sql`update products p set ${sql.join(set)}, updated_at = ${version(now)}
    from ${staged} s where s.product_id = p.id and ${differs(targets)}`.execute(trx);
}

function changesOf(targets: readonly Target[]): { column: string; value: RawBuilder<unknown> }[] {
  const columns = targets.map(({ column }) => column);
  const own = targets.map((target) => ({ column: target.column, value: meant(target) }));
  if (!columns.includes('category_id') || columns.includes('subcategory_id')) return own;
  const value = sql`case when s.category_id is not distinct from p.category_id
    then p.subcategory_id end`;
  return [...own, { column: 'subcategory_id', value }];
}

/** For a batch: the products that `mergeStage` will change, as they are and as they will be. */
export function mergedRows({ targets, now }: Merge): RawBuilder<unknown> {
  const changes = changesOf(targets);
  const before = changes.map(({ column }) => sql`${sql.lit(column)}, ${sql.ref(`p.${column}`)}`);
  const after = changes.map(({ column, value }) => sql`${sql.lit(column)}, ${value}`);
  return sql`select 'products' as entity, p.id as record_id, null::integer as owner_id,
      p.product_name as label,
      jsonb_build_object(${sql.join(before)}, 'updated_at', p.updated_at) as before,
      jsonb_build_object(${sql.join(after)}, 'updated_at', ${version(now)}) as after
    from products p join ${staged} s on s.product_id = p.id where ${differs(targets)}`;
}

/** For a batch: the products that this transaction made, as long as it has changed none. */
export function createdRows(): RawBuilder<unknown> {
  return sql`select 'products' as entity, t.id as record_id, null::integer as owner_id,
      t.product_name as label, null::jsonb as before,
      jsonb_build_object('updated_at', t.updated_at) as after
    from products t where t.xmin = pg_current_xact_id()::xid`;
}

function differs(targets: readonly Target[]): RawBuilder<unknown> {
  const each = targets.map(
    (target) => sql`${sql.ref(`p.${target.column}`)} is distinct from ${meant(target)}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function meant({ column, keeps }: Target): RawBuilder<unknown> {
  const said = sql.ref(`s.${column}`);
  return keeps ? sql`coalesce(${said}, ${sql.ref(`p.${column}`)})` : said;
}

function refs(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
