import type { Labels, Search } from './searching';

/**
 * A condition for a row as data: the browser tests it (`meets`), the server writes it as SQL (`conditionSql`). Of named
 * columns all must fit. A comparison with an empty value is false, and `not` makes that true.
 */
export type Condition<Row> = Columns<Row> | Combined<Row>;

type Columns<Row> = { readonly [K in keyof Row]?: ColumnTest<Row[K]> };

/** A value (null where it is empty), one of several, bounds, or a part of a text. */
type ColumnTest<V> = V | readonly V[] | { readonly not: V | readonly V[] } | Bounds | Part;

/** The lower bounds `from` (included) and `above`, the upper bounds `upTo` (included) and `below`. */
export interface Bounds {
  readonly from?: Bound;
  readonly above?: Bound;
  readonly upTo?: Bound;
  readonly below?: Bound;
}

export type Bound = number | string | Multiple;

interface Multiple {
  readonly column: string;
  readonly factor: number;
}

/** A part of a text in any case, after a sign where one is named. */
export interface Part {
  readonly part: string;
  readonly after?: string;
}

type Combined<Row> =
  | { readonly op: 'any' | 'all'; readonly of: readonly Condition<Row>[] }
  | { readonly op: 'not'; readonly of: Condition<Row> }
  | {
      readonly op: 'found';
      readonly columns: readonly string[];
      readonly search: Search;
      readonly labels?: Labels;
    }
  | { readonly op: 'score'; readonly lists: readonly Points<Row>[]; readonly bounds: Bounds }
  | { readonly op: 'first'; readonly of: readonly Named<Row>[]; readonly name: string };

type Points<Row> = readonly (readonly [points: number, when: Condition<Row>])[];
export type Named<Row> = readonly [name: string, when: Condition<Row>];

/** That one of them holds. */
export function any<Row>(...of: readonly Condition<NoInfer<Row>>[]): Condition<Row> {
  return { op: 'any', of };
}

export function all<Row>(...of: readonly Condition<NoInfer<Row>>[]): Condition<Row> {
  return { op: 'all', of };
}

export function not<Row>(of: Condition<NoInfer<Row>>): Condition<Row> {
  return { op: 'not', of };
}

export const always = { op: 'all', of: [] } as const;
export const never = { op: 'any', of: [] } as const;

/** That a typed search is found in these columns. */
export function found<const K extends string>(
  columns: readonly K[],
  search: Search,
): Condition<Readonly<Record<K, unknown>>> {
  return { op: 'found', columns, search };
}

/** The bounds of a sum: each list gives the points of its first condition that holds. */
export function score<Row>(lists: readonly Points<NoInfer<Row>>[], bounds: Bounds): Condition<Row> {
  return { op: 'score', lists, bounds };
}

/** That the first of these conditions that holds has this name. */
export function first<Row>(of: readonly Named<Row>[], name: string): Condition<Row> {
  return { op: 'first', of, name };
}

/** So many times another column, as a bound; at most one decimal. */
export function times(column: string, factor: number): Multiple {
  return { column, factor };
}

/** What a condition becomes: a test of rows, or SQL. */
export interface Reading<Result> {
  any: (of: readonly Result[]) => Result;
  all: (of: readonly Result[]) => Result;
  not: (of: Result) => Result;
  found: (columns: readonly string[], search: Search, labels?: Labels) => Result;
  score: (lists: readonly (readonly (readonly [number, Result])[])[], bounds: Bounds) => Result;
  first: (of: readonly (readonly [string, Result])[], name: string) => Result;
  values: (column: string, values: readonly unknown[]) => Result;
  bounds: (column: string, bounds: Bounds) => Result;
  part: (column: string, part: Part) => Result;
}

export function readCondition<Row, Result>(
  condition: Condition<Row>,
  reading: Reading<Result>,
): Result {
  const read = (each: Condition<Row>) => readCondition(each, reading);
  if (!isCombined(condition)) {
    const tests = Object.entries(condition).map(([column, test]) =>
      readTest(column, test, reading),
    );
    return tests.length === 1 && tests[0] !== undefined ? tests[0] : reading.all(tests);
  }
  switch (condition.op) {
    case 'any':
    case 'all':
      return reading[condition.op](condition.of.map(read));
    case 'not':
      return reading.not(read(condition.of));
    case 'found':
      return reading.found(condition.columns, condition.search, condition.labels);
    case 'score':
      return reading.score(
        condition.lists.map((list) => list.map(([points, when]) => [points, read(when)] as const)),
        condition.bounds,
      );
    case 'first':
      return reading.first(
        condition.of.map(([name, when]) => [name, read(when)] as const),
        condition.name,
      );
  }
}

function readTest<Result>(column: string, test: unknown, reading: Reading<Result>): Result {
  if (Array.isArray(test)) return reading.values(column, test);
  if (typeof test !== 'object' || test === null) return reading.values(column, [test]);
  if ('not' in test) return reading.not(readTest(column, test.not, reading));
  return isPart(test) ? reading.part(column, test) : reading.bounds(column, test);
}

const isCombined = <Row>(condition: Condition<Row>): condition is Combined<Row> =>
  'op' in condition;
const isPart = (test: object): test is Part => 'part' in test;
