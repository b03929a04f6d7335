import type { Column, Sort, SortValue } from './tableColumn';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Direction = Sort['direction'];
type ValueOf<Row> = (row: Row) => SortValue;

/**
 * A sorted copy: numbers by value, text in natural order ("Plant 9" before "Plant 10", ignoring case and accents),
 * empty values last in both directions, equal ones in their original order. Each different text is compared once and
 * then only its rank: 10,000 names take 13 ms against 17 with the collator alone, 100,000 take 100 against 260.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: ValueOf<Row>,
  direction: Direction,
): readonly Row[] {
  return ordered(rows, sortKeys(rows.map(valueOf)), direction);
}

function ordered<Row>(rows: readonly Row[], keys: Float64Array, direction: Direction): Row[] {
  const filled: number[] = [];
  const empty: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    (Number.isNaN(keys[index]) ? empty : filled).push(index);
  }
  const sign = direction === 'asc' ? 1 : -1;
  filled.sort((a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || a - b);
  return [...filled, ...empty].map((index) => rows[index] as Row);
}

interface Sorted<Row> {
  rows: readonly Row[];
  valueOf: ValueOf<Row>;
  keys: Float64Array;
  direction: Direction;
  sorted: readonly Row[];
}

/**
 * sortRows with its last result cached: the other direction compares no texts, and changed records with an unchanged
 * sort value keep the order.
 */
export function createSorter<Row>(): typeof sortRows<Row> {
  let last: Sorted<Row> | null = null;
  return (rows, valueOf, direction) => {
    const known = last?.valueOf === valueOf ? last : null;
    const isSame = known?.direction === direction;
    if (isSame && known.rows === rows) return known.sorted;
    const patched = isSame ? withPatches(known, rows) : null;
    const keys = known?.rows === rows ? known.keys : patched ? known?.keys : undefined;
    const made = keys ?? sortKeys(rows.map(valueOf));
    const sorted = patched ?? ordered(rows, made, direction);
    last = { rows, valueOf, keys: made, direction, sorted };
    return sorted;
  };
}

// With more changes than a person makes at once, everything is sorted again.
const mostPatches = 200;

function withPatches<Row>(
  { rows: before, valueOf, sorted }: Sorted<Row>,
  rows: readonly Row[],
): Row[] | null {
  if (before.length !== rows.length) return null;
  const patches = new Map<Row, Row>();
  for (let index = 0; index < rows.length; index++) {
    const was = before[index] as Row;
    const is = rows[index] as Row;
    if (was === is) continue;
    if (patches.size === mostPatches || valueOf(was) !== valueOf(is)) return null;
    patches.set(was, is);
  }
  return sorted.map((row) => patches.get(row) ?? row);
}

function sortKeys(values: readonly SortValue[]): Float64Array {
  const ranks = values.some((value) => typeof value === 'string') ? ranksOf(values) : null;
  return Float64Array.from(values, (value) => {
    if (isEmpty(value)) return Number.NaN;
    return ranks ? (ranks.get(String(value)) ?? Number.NaN) : Number(value);
  });
}

function ranksOf(values: readonly SortValue[]): Map<string, number> {
  const different = new Set<string>();
  for (const value of values) if (!isEmpty(value)) different.add(String(value));
  const ranks = new Map<string, number>();
  let rank = 0;
  let before: string | null = null;
  for (const text of [...different].sort(collator.compare)) {
    if (before !== null && collator.compare(before, text) !== 0) rank++;
    ranks.set(text, rank);
    before = text;
  }
  return ranks;
}

function isEmpty(value: SortValue): value is null | '' {
  return value === null || value === '';
}

export interface RowFilter<Row> {
  predicate?: ((row: Row) => boolean) | undefined;
  columnSearch?: Readonly<Record<string, string>> | undefined;
}

/**
 * The rows that pass the predicate and contain every column's search text, ignoring case; the same array without a
 * filter.
 */
export function filterRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { predicate, columnSearch = {} }: RowFilter<Row>,
): readonly Row[] {
  const searches = columns.flatMap(({ key, text }) => {
    const needle = columnSearch[key]?.trim().toLowerCase() ?? '';
    return needle === '' ? [] : [{ needle, text, known: searchTexts(text) }];
  });
  if (!predicate && searches.length === 0) return rows;
  return rows.filter((row) => {
    if (predicate && !predicate(row)) return false;
    return searches.every(({ needle, text, known }) =>
      searchText(known, text, row).includes(needle),
    );
  });
}

// Lower-casing 10,000 texts takes longer than searching them: cached as long as the row lives.
const textsByColumn = new WeakMap<object, WeakMap<object, string>>();

function searchTexts(text: object): WeakMap<object, string> {
  const found = textsByColumn.get(text);
  if (found) return found;
  const made = new WeakMap<object, string>();
  textsByColumn.set(text, made);
  return made;
}

function searchText<Row extends object>(
  known: WeakMap<object, string>,
  text: (row: Row) => string,
  row: Row,
): string {
  const found = known.get(row);
  if (found !== undefined) return found;
  const made = text(row).toLowerCase();
  known.set(row, made);
  return made;
}
