import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '~/kit/server/database/db';
import { inReading } from '~/kit/server/lists/reading';
import { literally } from '~/kit/shared/filters/like';
import { reachOf } from '~/modules/organization/users/rights.rules';
import {
  listed,
  type Reader,
  seesAll,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Match } from '../search.fields';
import { mostFound, type SearchQuery } from '../search.rules';
import {
  detailOf,
  type SearchSource,
  searchSources,
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { type RecordType, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

// Users are found by administrators only (docs/product/search.md#what-is-found).
const users: SearchSource = {
  type: 'user',
  kind: null,
  from: sql`users`,
  label: sql`t.first_name || ' ' || t.last_name`,
  detail: detailOf(sql`t.username`, sql`t.email`),
  text: textOf(
    sql`t.first_name || ' ' || t.last_name`,
    sql`t.username`,
    sql`t.email`,
    sql`t.phone`,
    sql`phone_digits(t.phone)`,
  ),
};

/** Conditions on a text, best match first, each wider than the one before: a record ranks by the first it meets. */
function waysInto(
  { text, indexed, number }: Pick<SearchSource, 'text' | 'indexed' | 'number'>,
  query: SearchQuery,
) {
  const { whole, terms, phone } = query;
  const like = (pattern: string) =>
    indexed
      ? sql`(${inOne(indexed, pattern)} and ${text} like ${sql.lit(pattern)})`
      : sql`${text} like ${sql.lit(pattern)}`;
  const start = literally(whole);
  // One or two characters occur inside too many words.
  const ofWord = (word: string) => {
    if ([...word].length > 2) return like(`%${word}%`);
    if (number) return beginsInAnyCase(number, word);
    return sql`(${like(`%\n${word}%`)} or ${like(`% ${word}%`)})`;
  };
  const anywhere = sql.join(terms.map(literally).map(ofWord), sql` and `);
  const byPhone = phone === null ? sql`` : sql` or ${like(`%${phone}%`)}`;
  return {
    isWhole: like(`%\n${start}\n%`),
    isBeginning: like(`%\n${start}%`),
    isFound: sql`(${anywhere}${byPhone})`,
  };
}

/** What a pattern finds is one value, which is whole in one of the texts. */
function inOne(texts: readonly RawBuilder<unknown>[], pattern: string): RawBuilder<unknown> {
  const each = texts.map((text) => sql`${text} like ${sql.lit(pattern)}`);
  return sql`(${sql.join(each, sql` or `)})`;
}

/** One or two letters, which no trigram tells from the beginning of a later word. */
function beginsInAnyCase(number: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const [first = '', second = ''] = word;
  const cases = [first, first.toUpperCase()].flatMap((each) => [
    each + second,
    each + second.toUpperCase(),
  ]);
  const patterns = [...new Set(cases)].map(
    (each) => sql`${number} like ${sql.lit(`${literally(each)}%`)}`,
  );
  return sql`(${sql.join(patterns, sql` or `)})`;
}

interface Newest {
  read: number;
  limit: RawBuilder<unknown>;
}

/** So many of the newest are read first; when so many of them match, the search uses no index for the rest. */
const sample: Newest = { read: 300, limit: sql`` };
const manyOfNewest = mostFound;
/** Of a kind with so many among them, further ones are read until there are that many. */
const someOfNewest = 6;
const walk: Newest = { read: 2000, limit: sql`limit ${sql.lit(manyOfNewest)}` };
/** So many that an index finds are ranked. */
const mostRanked = 500;
const patienceMs = 2000;
// How many match is guessed from a hundred values: a walk through all for a few is what it must not choose.
const settings = 'set local enable_seqscan = off; set local enable_indexscan = off;';

/**
 * At most twenty records of each kind, the best first. All is written out in the statements: how they are best answered
 * depends on what is looked for (docs/decisions/0099).
 */
export async function findRecords(
  database: Pick<Database, 'pool' | 'readable'>,
  { person, signal }: { person: Reader; signal: AbortSignal },
  query: SearchQuery,
): Promise<Match[]> {
  const readable = searchSources().filter(
    ({ kind }) => kind && reachOf(person, subjectOfKind(kind)) !== 'none',
  );
  const searched = person.role === 'admin' ? [...readable, users] : readable;
  const best = (each: SearchSource) => bestOf(each, query, person);
  const all = await inReading(database, { signal, patienceMs, settings }, async (db) => {
    const newest = await rank(
      db,
      searched.map((each) => newestOf(each, query, person, sample)),
    );
    const many = ofThese(searched, newest, manyOfNewest);
    const some = ofThese(searched, newest, someOfNewest).filter((each) => !many.includes(each));
    const walked = await rank(
      db,
      some.map((each) => newestOf(each, query, person, walk)),
    );
    const frequent = [...many, ...ofThese(some, walked, manyOfNewest)];
    const others = searched.filter((each) => !frequent.includes(each));
    const found = await rank(db, [
      ...others.map((each) => indexedOf(each, query, person)),
      ...frequent.flatMap(best),
    ]);
    const better = await rank(db, ofThese(others, found, mostRanked).flatMap(best));
    return new Map(
      [...newest, ...walked, ...found, ...better].map((each) => [`${each.type} ${each.id}`, each]),
    );
  });
  return searched
    .flatMap(({ type }) => bestTwenty([...all.values()], type))
    .toSorted((one, other) => one.way - other.way)
    .map(({ type, id, label, detail }) => ({ type, id, label, detail }));
}

/** Those kinds of which at least so many records were ranked. */
function ofThese(
  searched: readonly SearchSource[],
  ranked: readonly Ranked[],
  most: number,
): SearchSource[] {
  return searched.filter(({ type }) =>
    ranked.some((each) => each.type === type && each.met >= most),
  );
}

interface Ranked extends Match {
  way: number;
  /** How many records of its kind were ranked. */
  met: number;
}

async function rank(db: Db, selects: readonly RawBuilder<unknown>[]): Promise<Ranked[]> {
  if (selects.length === 0) return [];
  return (await sql<Ranked>`${sql.join(selects, sql` union all `)}`.execute(db)).rows;
}

function bestTwenty(all: readonly Ranked[], type: RecordType): Ranked[] {
  return all
    .filter((each) => each.type === type)
    .toSorted((one, other) => one.way - other.way || other.id - one.id)
    .slice(0, mostFound);
}

/** Of the newest records, whether or not they match, those that do. */
function newestOf(
  kind: SearchSource,
  query: SearchQuery,
  person: Reader,
  { read, limit }: Newest,
): RawBuilder<unknown> {
  const newest = { text: sql.ref('t.text') };
  const of = sql`(select t.id, t.text from ${candidates(kind, person, {
    condition: sql`true`,
    order: sql`order by t.id desc`,
    most: read,
  })} t where ${waysInto(newest, query).isFound} ${limit})`;
  return rankedOf(kind, query, of);
}

function indexedOf(kind: SearchSource, query: SearchQuery, person: Reader): RawBuilder<unknown> {
  const { isFound } = waysInto(kind, query);
  return rankedOf(
    kind,
    query,
    candidates(kind, person, { condition: isFound, order: sql``, most: mostRanked }),
  );
}

/** The records that equal the query or begin with it, found among very many. */
function bestOf(kind: SearchSource, query: SearchQuery, person: Reader): RawBuilder<unknown>[] {
  const { isWhole, isBeginning } = kind;
  const ways = waysInto(kind, query);
  const conditions = [
    isWhole && sql`${isWhole(sql`${sql.lit(query.whole)}::text`)} and ${ways.isWhole}`,
    isBeginning && isBeginning(sql.lit(`${literally(query.whole)}%`)),
  ].filter((each) => each !== undefined);
  return conditions.map((condition) =>
    rankedOf(kind, query, candidates(kind, person, { condition, order: sql``, most: mostFound })),
  );
}

function candidates(
  { from, follows, kind, text }: SearchSource,
  person: Reader,
  { condition, order, most }: Record<'condition' | 'order', RawBuilder<unknown>> & { most: number },
): RawBuilder<unknown> {
  const here = kind === null ? sql`true` : listed(person, kind).where;
  const joined = follows && kind && !seesAll(person, kind) ? follows : sql``;
  return sql`(select t.id, ${text} as text from ${from} t ${joined} where ${here} and ${condition}
    ${order} limit ${sql.lit(most)})`;
}

function rankedOf(
  { type, from, follows = sql``, label, detail }: SearchSource,
  query: SearchQuery,
  of: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { isWhole, isBeginning } = waysInto({ text: sql.ref('f.text') }, query);
  return sql`select ${sql.lit(type)} as type, t.id, ${label} as label, ${detail} as detail, b.way, b.met
    from (
      select f.id, case when ${isWhole} then 0 when ${isBeginning} then 1 else 2 end as way, count(*) over () as met
      from ${of} f order by way, f.id desc limit ${sql.lit(mostFound)}
    ) b join ${from} t on t.id = b.id ${follows}`;
}
