import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import {
  type Bound,
  type Bounds,
  type Condition,
  readCondition,
  type Reading,
} from '~/kit/shared/filters/conditions';
import { literally } from '~/kit/shared/filters/like';
import { foldedText, nothing, type SearchedText, searchTerm } from './window-terms';

/** How the columns of a condition are read. */
export interface ColumnSource {
  column: (name: string) => SqlPart;
  /** Columns in which 0 means none. */
  zeroed?: readonly string[];
  /** The database has statistics of the names of `first`. */
  isMeasured?: boolean | undefined;
  /** Texts with an index that hold those of a search. */
  indexed?: readonly SearchedText[] | undefined;
}

/** SQL: a condition, with literals alone, for COPY takes no parameters. */
export function conditionSql(
  condition: Condition<Readonly<Record<string, unknown>>>,
  source: ColumnSource,
): SqlPart {
  return readCondition(condition, readingOf(source));
}

function readingOf(source: ColumnSource): Reading<SqlPart> {
  const { column } = source;
  return {
    any: (of) => (of.length === 0 ? nothing : sql`(${sql.join(of, sql` or `)})`),
    all: (of) => (of.length === 0 ? sql`true` : sql`(${sql.join(of, sql` and `)})`),
    not: (of) => sql`(${of}) is not true`,
    found: (columns, search, labels = {}) => {
      const texts = columns.map((name) => shownText(sql`${column(name)}::text`, labels[name]));
      return searchTerm(foldedText(texts), search, source.indexed);
    },
    score: (lists, bounds) =>
      within(sql`(${sql.join(lists.map(points), sql` + `)})`, bounds, column),
    first: source.isMeasured ? inCase : firstOf,
    values: (name, values) => isOneOf(column(name), values, source.zeroed?.includes(name)),
    bounds: (name, bounds) => within(column(name), bounds, column),
    part: (name, { part, after = '' }) =>
      sql`lower(${column(name)}) like ${sql.lit(`%${literally(after)}%${literally(part)}%`)}`,
  };
}

/** A text, some of whose values are shown as others. */
function shownText(text: SqlPart, labels: ReadonlyMap<unknown, string> = new Map()): SqlPart {
  if (labels.size === 0) return text;
  const cases = [...labels].map(
    ([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`,
  );
  return sql`case ${text} ${sql.join(cases, sql` `)} else ${text} end`;
}

type Named = readonly (readonly [string, SqlPart])[];

function firstOf(of: Named, name: string): SqlPart {
  const at = of.findIndex(([each]) => each === name);
  const before = of.slice(0, at).map(([, when]) => sql`(${when}) is not true`);
  const own = of.slice(at, at + 1).map(([, when]) => when);
  return sql`(${sql.join([...before, ...own], sql` and `)})`;
}

/** The expression that statistics know; the last name is for the rest. */
function inCase(of: Named, name: string): SqlPart {
  const cases = of.slice(0, -1).map(([each, when]) => sql`when ${when} then ${sql.lit(each)}`);
  const rest = sql.lit(of.at(-1)?.[0] ?? '');
  return sql`case ${sql.join(cases, sql` `)} else ${rest} end = ${sql.lit(name)}`;
}

function isOneOf(column: SqlPart, values: readonly unknown[], isZeroed = false): SqlPart {
  const given = values.filter((each) => each !== null && !String(each).includes('\u0000'));
  const empty = isZeroed ? sql`${column} = 0` : sql`${column} is null`;
  const [one, ...others] = given.map((each) => sql.lit(each));
  const isGiven =
    others.length === 0
      ? sql`${column} = ${one}`
      : sql`${column} in (${sql.join([one, ...others])})`;
  if (!values.includes(null)) return one ? isGiven : nothing;
  return one ? sql`(${empty} or ${isGiven})` : empty;
}

const operators = { from: sql`>=`, above: sql`>`, upTo: sql`<=`, below: sql`<` };

function within(value: SqlPart, bounds: Bounds, column: ColumnSource['column']): SqlPart {
  const all = (Object.entries(bounds) as [keyof Bounds, Bound][]).map(([name, bound]) => {
    const limit =
      typeof bound !== 'object'
        ? sql.lit(bound)
        : bound.factor === 1
          ? column(bound.column)
          : sql`${sql.lit(bound.factor)} * ${column(bound.column)}`;
    return sql`${value} ${operators[name]} ${limit}`;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

const points = (list: readonly (readonly [number, SqlPart])[]): SqlPart =>
  sql`case ${sql.join(
    list.map(([points, when]) => sql`when ${when} then ${sql.lit(points)}`),
    sql` `,
  )} else 0 end`;
