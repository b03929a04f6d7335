import { sql } from 'kysely';
import { databaseCode, type Database, type Db, type SqlPart } from '~/kit/server/database/db';
import { createLimiter } from '~/kit/server/limiter';
import { activeFilters, type FilterValues } from '~/kit/shared/filters/filters';
import { cursorText, originOf } from './cursor';
import type { Stand } from './list-changes';
import { listStatement } from './list-stream';
import { inReading } from './reading';
import {
  indexedConditions,
  linkedNames,
  searchCondition,
  type Searched,
  searchedTerms,
  sortOf,
  type WindowedList,
} from './windowed-list';

type Length = { total: number; cursor: string } | null;

const shortForMs = 5000;
const mostCached = 300;

/**
 * Whether lists are too long to be sent whole: asked once for all who ask at the same time, and not again for some seconds
 * of a list that is not, so that a thousand who load one cost no more than one does.
 */
class ListLengths {
  readonly #inFlight = new Map<string, Promise<Length>>();
  readonly #shortUntil = new Map<string, number>();

  of(statement: string, ask: () => Promise<Length>): Promise<Length> {
    if ((this.#shortUntil.get(statement) ?? 0) > performance.now()) return Promise.resolve(null);
    const cached = this.#inFlight.get(statement);
    if (cached) return cached;
    const length = ask()
      .then((length) => {
        if (length === null) this.#keep(statement);
        return length;
      })
      .finally(() => this.#inFlight.delete(statement));
    this.#inFlight.set(statement, length);
    return length;
  }

  #keep(statement: string): void {
    this.#shortUntil.delete(statement);
    this.#shortUntil.set(statement, performance.now() + shortForMs);
    const [oldest] = this.#shortUntil.keys();
    if (this.#shortUntil.size > mostCached && oldest !== undefined) this.#shortUntil.delete(oldest);
  }
}

/** The requested order and rows of a list; `values` are the screen's filters, its search under `search`. */
export interface ListQuery {
  sort: { key: string; isDown: boolean } | null;
  values: FilterValues;
}

export interface WindowRange {
  from: number;
  /** All from there on where it is null; 0 only counts, even if that takes long. */
  count: number | null;
  /** So many of the first ids come with their rows. */
  rows: number;
}

/** A part of a statement on the list's table `t`: from, where, order by. */
export interface Selection {
  from: SqlPart;
  where: SqlPart;
  order: SqlPart;
  /** Nothing is left out. */
  isWhole: boolean;
  /** In the order by which a search was found to be rare or not. */
  isNewestFirst: boolean;
  /** About how many rows of a long list a search finds, and how many one walks for each; null without. */
  searched: { about: number; walked: number } | null;
  /** The same rows by the index of the search; null where it has none. */
  indexed: SqlPart | null;
}

export interface FoundIds {
  /** The text of a JSON array. */
  ids: string;
  /** Null where counting took too long for this answer. */
  total: number | null;
  /** The text of a JSON array; null where none were requested. */
  rows: string | null;
  cursor: string;
}

interface Client {
  who: number;
  signal: AbortSignal;
}

/** Very long lists, read by windows (docs/product/wire.md#very-long-lists). */
export interface Windows {
  ids: (list: WindowedList, query: ListQuery & WindowRange, client: Client) => Promise<FoundIds>;
  /** The text of a JSON array: those of the ids that can be read, in their order. */
  rows: (list: WindowedList, ids: readonly number[], client: Client) => Promise<string>;
  /** The length of the list and its cursor, if it is too long to be sent whole; else null. */
  lengthOfLong: (list: WindowedList) => Promise<{ total: number; cursor: string } | null>;
}

const message = 'Too many long lists are being read. Please try again in a few seconds.';
const eachMessage = 'You have too many long lists in progress. Wait for one to finish.';
const limits = { running: 3, waiting: 60, each: 20, message, eachMessage, retryAfterSeconds: 2 };
const patienceMs = 20_000;
const walkingMs = 100;
/** The newest rows may have misled. */
const searchingMs = 500;
const countingMs = 60;
const mostSampled = 1000;
/** A row that the index of a search finds takes as long as so many that are walked. */
const foundCost = 4;
/** No search is walked farther down, and counting all is compared with a walk as long. */
const mostWalked = 20_000;
/** So many rows are sorted sooner than the list's order is walked for them. */
const fewFound = 5000;
/** What the ids of a few million rows take; beyond it the database would compare each row with each of them. */
const foundMemory = '64MB';
/** For an answer that several wait for. */
const anyone: Client = { who: 0, signal: new AbortController().signal };
const cancelled = '57014';

const longBytes = 64 * 1024 * 1024;
const measuredRows = 200;
/** No row is so large that fewer of them are a long list. */
const fewestRows = 5000;

export function createWindows(database: Database, longRows: number): Windows {
  const limiter = createLimiter(limits);
  const lengths = new ListLengths();
  const { db } = database;
  const sampledRows = Math.min(longRows, mostSampled);
  const read = <T>(client: Client, work: (reading: Db, stand: Stand) => Promise<T>): Promise<T> =>
    limiter.run(() => inReading(database, { ...client, patienceMs }, work), client);
  const cursorOf = (list: WindowedList, { location: range, snapshot }: Stand): string =>
    cursorText({ origin: originOf(range, listStatement(db, list.source)), snapshot });
  return {
    ids: (list, query, client) =>
      read(client, async (reading, stand) => {
        const selection = await selectionOf(reading, list, query, sampledRows);
        const { ids, length, found } = await listIds(reading, selection, query);
        const total =
          found ?? endOf(query, length) ?? (await countRows(reading, list, selection, query));
        const rows = query.rows > 0 ? await firstRows(reading, list, ids, query.rows) : null;
        return { ids, total, rows, cursor: cursorOf(list, stand) };
      }),
    rows: (list, ids, client) => read(client, (reading) => listRows(reading, list, ids)),
    lengthOfLong: (list) =>
      lengths.of(listStatement(db, list.source), () =>
        read(anyone, async (reading, stand) => {
          const query = { sort: null, values: {}, from: 0, count: 0, rows: 0 };
          const selection = await selectionOf(reading, list, query);
          const total = (await countRows(reading, list, selection, query)) ?? 0;
          const isLong = total > longRows || (await measured(reading, list, total)) > longBytes;
          return isLong ? { total, cursor: cursorOf(list, stand) } : null;
        }),
      ),
  };
}

/** The part of a statement that reads the requested rows in order; only literals, so that COPY takes it as well. */
export async function selectionOf(
  db: Db,
  list: WindowedList,
  { sort, values }: ListQuery,
  sampledRows = mostSampled,
): Promise<Selection> {
  const { search = '', ...others } = values;
  const keys = Object.keys(list.filters).map((key) => ({ key }));
  const chosen = activeFilters(keys, others).map(async ({ key }) =>
    list.filters[key]?.((others[key] ?? '').trim()),
  );
  const filters = (await Promise.all(chosen)).filter((each) => each !== undefined);
  const searched = await searchedIn(db, list, search);
  const found = searchCondition(list.search, search, searched);
  const indexed = indexedConditions(list, search, searched);
  const isWhole = list.isForAll && filters.length + found.length === 0;
  const whereOf = (conditions: readonly SqlPart[]) =>
    sql.join([list.readable, ...filters, ...conditions], sql` and `);
  const where = whereOf(found);
  const sample = { where, rows: sampledRows };
  return {
    ...sortOf(list, sort, isWhole),
    isWhole,
    isNewestFirst: sort === null,
    where,
    searched: found.length > 0 ? await sampled(db, list, sample) : null,
    indexed: indexed && whereOf(indexed),
  };
}

/** Of a long list the newest rows tell how much a search finds. */
async function sampled(
  db: Db,
  { from, newest, source }: WindowedList,
  { where, rows: most }: { where: SqlPart; rows: number },
): Promise<Selection['searched']> {
  const rows = sql`(select (${where}) is true as is_met from ${from} order by ${newest} limit ${sql.lit(most)})`;
  const sample = await sql<{ read: number; met: number; size: number }>`
    select count(*) as read, count(*) filter (where is_met) as met,
      (select reltuples::float8 from pg_class where oid = to_regclass(${source.entity})) as size
    from ${rows} newest`.execute(db);
  const { read = 0, met = 0, size = 0 } = sample.rows[0] ?? {};
  if (read < most) return null;
  return { about: (met / read) * size, walked: read / Math.max(met, 0.5) };
}

/** The content of an export: these ids, or what the list shows; everything where neither is given. */
export interface Chosen {
  query: ListQuery;
  ids: readonly number[];
}

/** A join that leaves only the chosen rows of a statement on `t`, and the order to read them in. */
export interface ChosenPart {
  join: SqlPart;
  order: SqlPart;
}

export async function chosenPart(
  db: Db,
  list: WindowedList,
  { query, ids }: Chosen,
): Promise<ChosenPart> {
  const byId = { join: sql``, order: sql`t.id` };
  const { from, where, order, isWhole } = await selectionOf(db, list, query);
  if (isWhole && ids.length === 0 && !query.sort) return byId;
  const isOne =
    ids.length > 0 ? sql`t.id in (${sql.join(ids.map((id) => sql.lit(id)))})` : sql`true`;
  const range = query.sort ? order : sql`t.id`;
  const rows = sql`select t.id, row_number() over (order by ${range}) as place from ${from} where ${where} and ${isOne}`;
  return { join: sql`join (${rows}) chosen on chosen.id = t.id`, order: sql`chosen.place` };
}

async function searchedIn(db: Db, { search }: WindowedList, typed: string): Promise<Searched[]> {
  const texts = searchedTerms(search, typed, []);
  const named = linkedNames(
    search,
    texts.map(({ word }) => word),
  );
  const found = named
    ? (await sql<{ at: number; id: number; text: string }>`${named}`.execute(db)).rows
    : [];
  return searchedTerms(search, typed, found);
}

async function listIds(
  db: Db,
  selection: Selection,
  range: WindowRange,
): Promise<{ ids: string; length: number; found: number | null }> {
  const { from, where, order, isWhole, isNewestFirst, searched, indexed } = selection;
  const none = { ids: '[]', length: 0, found: null };
  if (range.count === 0) return none;
  const limit = range.count === null ? sql`` : sql`limit ${sql.lit(range.count)}`;
  const idsWhere = (condition: SqlPart) => sql`array(
    select t.id from ${from} where ${condition} order by ${order} ${limit} offset ${sql.lit(range.from)})`;
  const read = async (ids: SqlPart, found = sql``, count = sql`null::integer`) => {
    // `offset 0` keeps the planner from writing the array in twice, to be made twice.
    const { rows } = await sql<typeof none>`${found}
      select array_to_json(ids)::text as ids, cardinality(ids) as length, ${count} as found
      from (select ${ids} as ids offset 0) read`.execute(db);
    return rows[0] ?? none;
  };
  const walk = () => read(idsWhere(where));
  if (isWhole || range.count === null) return walk();
  const rare = rareOf(selection, range);
  // A walk along the order's index ends early, unless the requested rows are far down in it: then a search finds them first.
  const isNear = searched && isNewestFirst && range.from < mostWalked;
  const inOrder = async () => {
    // The planner, which cannot tell, would rather sort all.
    if (isNear) await sql`set local enable_sort = off; set local enable_hashjoin = off`.execute(db);
    return walk();
  };
  const limitMs = isNear ? searchingMs : walkingMs;
  const walked = rare ? null : await withinMs(db, limitMs, inOrder);
  if (walked) return walked;
  const found = (searched && indexed) ?? where;
  // Whether part of a word is rare the planner cannot tell.
  if (found === indexed) await sql`set local enable_seqscan = off`.execute(db);
  await sql`set local work_mem = ${sql.lit(foundMemory)}`.execute(db);
  const count = sql`(select count(*)::integer from found)`;
  const sorted = idsWhere(sql`t.id = any (array(select id from found))`);
  // In parentheses with a test: as a plain condition it would become a join, which forgets the order.
  const met = idsWhere(sql`(t.id in (select id from found)) is true`);
  return read(
    sql`case when ${count} < ${sql.lit(fewFound)} then ${sorted} else ${met} end`,
    sql`with found as materialized (select t.id from ${from} where ${found})`,
    count,
  );
}

/** How a search is read that its index finds sooner than a walk along the order of the list; null where the walk is sooner. */
function rareOf({ searched, indexed }: Selection, { from, count }: WindowRange): SqlPart | null {
  if (!searched) return null;
  const most = count ? from + count : mostWalked;
  return searched.about * foundCost < most * searched.walked ? indexed : null;
}

/** The number of all, where the window tells it. */
function endOf({ from, count }: WindowRange, length: number): number | null {
  const isEnd = count === null || length < count;
  return isEnd && (length > 0 || from === 0) ? from + length : null;
}

/** Null when it took too long: then the answer goes without, and who wants the number asks for it alone. */
async function countRows(
  db: Db,
  list: WindowedList,
  selection: Selection,
  { values, ...range }: Pick<ListQuery, 'values'> & WindowRange,
): Promise<number | null> {
  const { from, where, searched } = selection;
  const { count } = range;
  const storedCount = list.storedCount?.(values);
  const rare = rareOf(selection, range);
  if (count !== 0 && searched && !rare) return null;
  const condition = rare ?? where;
  const counted = storedCount ?? sql`select count(*) from ${from} where ${condition}`;
  const ask = async () =>
    (await sql<{ total: number }>`select (${counted}) as total`.execute(db)).rows[0]?.total ?? 0;
  if (storedCount || count === 0) return ask();
  return withinMs(db, countingMs, ask);
}

/** Null for what takes longer; the transaction continues. */
async function withinMs<T>(db: Db, limitMs: number, work: () => Promise<T>): Promise<T | null> {
  await sql`savepoint hurried`.execute(db);
  await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(db);
  try {
    const result = await work();
    await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(db);
    return result;
  } catch (error) {
    if (databaseCode(error) !== cancelled) throw error;
    await sql`rollback to savepoint hurried`.execute(db);
    return null;
  }
}

function firstRows(db: Db, list: WindowedList, ids: string, count: number): Promise<string> {
  return listRows(db, list, (JSON.parse(ids) as number[]).slice(0, count));
}

async function listRows(
  db: Db,
  { select, readable }: WindowedList,
  ids: readonly number[],
): Promise<string> {
  const where = sql`${readable} and t.id = any (${ids})`;
  const { rows } = await sql<{ rows: string }>`
    select coalesce('[' || string_agg(row_to_json(r)::text, ',' order by w.at) || ']', '[]') as rows
    from unnest(${ids}::integer[]) with ordinality w (id, at) join (${select(where)}) r on r.id = w.id`.execute(
    db,
  );
  return rows[0]?.rows ?? '[]';
}

/** About how many bytes of JSON a list of so many rows is, by its newest. */
async function measured(
  db: Db,
  { select, readable, newest }: WindowedList,
  total: number,
): Promise<number> {
  if (total < fewestRows) return 0;
  const some = select(sql`${readable} order by ${newest} limit ${sql.lit(measuredRows)}`);
  const { rows } = await sql<{ bytes: number | null }>`
    select avg(octet_length(row_to_json(r)::text)) as bytes from (${some}) r`.execute(db);
  return (rows[0]?.bytes ?? 0) * total;
}
