import { sql } from 'kysely';
import type { Links } from '~/kit/server/audit/history';
import { createdBy, type Person, type Write } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { notFound } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { firstLocation } from '~/modules/catalogue/products/locations/locations.fields';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { may } from '~/modules/organization/users/rights.rules';
import {
  type Count,
  countFields,
  type CountLine,
  countLineFields,
  type WholeCount,
} from '../counts.fields';
import { countFilters } from '../counts.filters';
import type { SheetLine } from '../counts.print';

/** SQL: whether the count `t` hides from the reader what should be there (docs/product/counts.md#blind-counts). */
function isHiddenFrom(person: Person | null): SqlPart {
  const mayRead = person === null || may(person, 'stock.update').ok;
  return mayRead ? sql`false` : sql`(t.is_blind and t.status = 'draft')`;
}

/** SQL: what the difference of a line `l` of the count `t` is worth: of a draft at the average of now. */
const lineValue = sql`case when t.status = 'posted' then coalesce((select m.value from stock_movements m
    where m.source_type = 'count' and m.source_id = t.id and m.product_id = l.product_id and m.lot_id is not distinct from l.lot_id
      and m.created_at = l.counted_at order by m.id limit 1), 0)
  else round((l.counted_quantity - l.book_quantity) * case when p.stock_quantity > 0 then p.stock_value / p.stock_quantity
    else coalesce(p.cost_value / p.cost_quantity, p.cost_price, 0) end, 2) end`;

const countTables = sql`counts t join locations a on a.id = t.location_id left join categories c on c.id = t.category_id
    left join lateral (select count(*) as line_count, sum(${lineValue}) as difference_value
      from count_lines l join products p on p.id = l.product_id where l.count_id = t.id) s on true`;

const differenceFor = (person: Person | null): SqlPart =>
  sql`case when ${isHiddenFrom(person)} then null else coalesce(s.difference_value, 0) end`;

function selectCounts(where: SqlPart, person: Person | null): SqlPart {
  return sql`select ${columnsOf(countFields, 't')}, a.name as location_name, c.category_name,
      coalesce(s.line_count, 0) as line_count,
      ${differenceFor(person)} as difference_value
    from ${countTables} where ${where}`;
}

export const counts: Entity<typeof countFields> = {
  name: 'counts',
  type: 'count',
  noun: 'Stock Count',
  fields: countFields,
  select: (where) => selectCounts(where, null),
  label: ({ count_number }) => count_number,
};

/** Newest first, by id. */
export function listCounts(person: Person): ListSource {
  return {
    select: sql`${selectCounts(sql`true`, person)} order by t.id desc`,
    entity: 'counts',
    newestBy: 'id',
  };
}

/** The same by windows. */
export const countWindows = windowsOf((person) => ({
  name: 'counts',
  entity: { ...counts, select: (where) => selectCounts(where, person) },
  source: listCounts(person),
  from: countTables,
  newest: sql`t.id desc`,
  filters: countFilters,
  columns: {
    location_name: sql`a.name`,
    category_name: sql`c.category_name`,
    line_count: sql`s.line_count`,
    difference_value: differenceFor(person),
  },
  ranked: ['status'],
}));

export const countLinks: Links = {
  location_id: { from: sql`locations t`, name: sql`t.name` },
  category_id: { from: sql`categories t`, name: sql`t.category_name` },
};

function selectLines(where: SqlPart, person: Person | null): SqlPart {
  const shown = (value: SqlPart) =>
    sql`case when ${isHiddenFrom(person)} then null else ${value} end`;
  return sql`select ${columnsOf(countLineFields, 'l')}, p.product_name, p.sku_code, p.unit_of_measure as unit, o.lot_number,
      ${shown(sql`l.book_quantity`)} as book_quantity,
      ${shown(sql`trim_scale(l.counted_quantity - l.book_quantity)`)} as difference, ${shown(lineValue)} as value
    from count_lines l join counts t on t.id = l.count_id join products p on p.id = l.product_id
    left join lots o on o.id = l.lot_id where ${where}`;
}

/** A count with its lines in the order in which they were first counted, as a person reads it; 404 where there is none. */
export async function getCount(db: Db, id: number, person: Person): Promise<WholeCount> {
  const whole = await findJson<WholeCount>(
    db,
    sql`select h.*, (select coalesce(json_agg(l order by l.id), '[]')
        from (${selectLines(sql`l.count_id = ${id}`, person)}) l) as lines
      from (${selectCounts(sql`t.id = ${id}`, person)}) h`,
  );
  if (!whole) throw notFound(counts.noun);
  return whole;
}

export async function getLine(trx: Transaction, id: number, person: Person): Promise<CountLine> {
  const line = await findJson<CountLine>(trx, selectLines(sql`l.id = ${id}`, person));
  if (!line) throw notFound('Line');
  return line;
}

/** The moment of a count of a past day; null for one whose lines count from when they were counted. */
export async function findMoment(db: Db, id: number): Promise<string | null> {
  const found = await findJson<{ moment: string | null }>(
    db,
    sql`select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment from counts where id = ${id}`,
  );
  return found?.moment ?? null;
}

/** Holds the location, so that of two who open the same count the second sees the first. */
export async function holdOpening(trx: Transaction, location: number): Promise<void> {
  await sql`select from locations where id = ${location} for no key update`.execute(trx);
}

/** The open count of a location and a category, other than `except`. */
export async function findOpen(
  trx: Transaction,
  { location_id, category_id }: Pick<Count, 'location_id' | 'category_id'>,
  except: number | null,
): Promise<Pick<Count, 'id' | 'count_number'> | null> {
  return findJson(
    trx,
    sql`select id, count_number from counts where status = 'draft' and location_id = ${location_id}
      and category_id is not distinct from ${category_id}::integer and id is distinct from ${except}::integer`,
  );
}

export async function findCategory(trx: Transaction, id: number): Promise<{ id: number } | null> {
  return findJson(trx, sql`select id from categories where id = ${id} for key share`);
}

interface Position {
  product: number;
  lot: number | null;
}

/** The line of a place, with whom its product is in which category. */
export async function findLine(
  trx: Transaction,
  count: number,
  { product, lot }: Position,
): Promise<{ id: number; counted_quantity: number } | null> {
  return findJson(
    trx,
    sql`select id, counted_quantity from count_lines where count_id = ${count} and product_id = ${product}
      and lot_id is not distinct from ${lot}::integer order by id limit 1`,
  );
}

export async function findCategoryOf(trx: Transaction, product: number): Promise<number | null> {
  const found = await findJson<{ category_id: number | null }>(
    trx,
    sql`select category_id from products where id = ${product}`,
  );
  return found?.category_id ?? null;
}

export interface NewLine extends Position {
  book: number;
  counted: number;
  at: string;
}

/** Adds lines to a locked count; gives the id of the first. */
export async function insertLines(
  { trx, context }: Write,
  count: number,
  lines: readonly NewLine[],
): Promise<number> {
  const { created_by, created_by_name } = createdBy(context);
  const result = await sql<{
    id: number;
  }>`insert into count_lines (count_id, product_id, lot_id, book_quantity,
      counted_quantity, counted_at, counted_by, counted_by_name, updated_at)
    select ${count}, product, lot, book, counted, at, ${created_by}::integer, ${created_by_name}, ${context.now}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (product integer, lot integer, book numeric, counted numeric,
      at timestamptz)
    returning id`.execute(trx);
  return result.rows[0]?.id ?? 0;
}

export async function updateLine(
  { trx, context }: Write,
  id: number,
  counted: number,
): Promise<void> {
  const { created_by, created_by_name } = createdBy(context);
  await sql`update count_lines set counted_quantity = ${counted}::numeric, counted_by = ${created_by}::integer,
      counted_by_name = ${created_by_name}, updated_at = greatest(${context.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}

export async function deleteLine(trx: Transaction, count: number, id: number): Promise<boolean> {
  const result =
    await sql`delete from count_lines where id = ${id} and count_id = ${count} returning id`.execute(
      trx,
    );
  return result.rows.length > 0;
}

/** A change of its lines is one of the count. */
export async function touchCount({ trx, context }: Write, id: number): Promise<void> {
  await sql`update counts set updated_at = greatest(${context.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}

export interface PostingLine extends Position {
  id: number;
  at: string;
  book: number;
  counted: number;
  is_merged: boolean;
}

export async function listPostingLines(trx: Transaction, count: number): Promise<PostingLine[]> {
  const found =
    await sql<PostingLine>`select id, product_id as product, lot_id as lot, book_quantity as book,
      counted_quantity as counted, is_merged,
      to_char(counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from count_lines where count_id = ${count} order by id`.execute(trx);
  return found.rows;
}

/** Writes what should have been there, where movements were entered since for before the moment of the line. */
export async function writeBooks(
  trx: Transaction,
  lines: readonly Pick<PostingLine, 'id' | 'book'>[],
): Promise<void> {
  await sql`update count_lines l set book_quantity = b.book
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as b (id integer, book numeric)
    where l.id = b.id and l.book_quantity <> b.book`.execute(trx);
}

type Counting = Pick<Count, 'id' | 'location_id' | 'category_id'>;

/** SQL: the places of a count's location, and of its category, that have goods without being counted. */
function uncounted({ id, location_id, category_id }: Counting, moment: string | null): SqlPart {
  const isFirst = location_id === firstLocation;
  const located =
    moment === null
      ? sql`select l.product_id, l.lot_id, l.quantity from stock_levels l where l.location_id = ${location_id}
        union all
        select p.id, null, p.stock_quantity - coalesce((select sum(l.quantity) from stock_levels l where l.product_id = p.id), 0)
        from products p where ${isFirst}::boolean`
      : sql`select m.product_id, m.lot_id, m.quantity from stock_movements m
        where coalesce(m.location_id, ${sql.lit(firstLocation)}) = ${location_id} and m.created_at <= ${moment}::timestamptz`;
  return sql`select s.product_id, s.lot_id, trim_scale(sum(s.quantity)) as quantity
    from (${located}) s join products p on p.id = s.product_id
    where (${category_id}::integer is null or p.category_id = ${category_id}::integer)
      and not exists (select from count_lines l where l.count_id = ${id} and l.product_id = s.product_id
        and l.lot_id is not distinct from s.lot_id)
    group by s.product_id, s.lot_id having sum(s.quantity) <> 0`;
}

export async function listUncounted(
  trx: Transaction,
  count: Counting,
  moment: string | null,
): Promise<Position[]> {
  const found =
    await sql<Position>`select product_id as product, lot_id as lot from (${uncounted(count, moment)}) u
    order by product_id, lot_id`.execute(trx);
  return found.rows;
}

/** What a count sheet of a draft lists besides the lines: what lies in the location. */
export async function listToCount(
  db: Db,
  count: Counting,
  moment: string | null,
): Promise<SheetLine[]> {
  const found =
    await sql<SheetLine>`select p.sku_code, p.product_name, o.lot_number, p.unit_of_measure as unit,
      u.quantity as book_quantity, null::numeric as counted_quantity, null::numeric as difference
    from (${uncounted(count, moment)}) u join products p on p.id = u.product_id left join lots o on o.id = u.lot_id`.execute(
      db,
    );
  return found.rows;
}

interface SampleProduct {
  id: number;
  category_id: number | null;
  stock_quantity: number;
}

/** Active products in stock of one category, by what their SKU codes begin with. */
export async function listSampleProducts(
  trx: Transaction,
  skus: string,
  most: number,
): Promise<SampleProduct[]> {
  const found = await sql<SampleProduct>`select id, category_id, stock_quantity from products
    where starts_with(sku_code, ${skus}) and is_active and stock_quantity > 4 and tracking = 'none'
      and category_id = (select min(category_id) from products where starts_with(sku_code, ${skus}))
    order by id limit ${most}`.execute(trx);
  return found.rows;
}
