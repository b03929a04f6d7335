import type { Column, Sort, SortValue } from './tableColumn';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * A sorted copy: numbers by value, text as people expect it ("Plant 9" before "Plant 10", case and accents aside),
 * empty ones last in both directions, equal ones in the order they came. 10,000 texts take about 13 ms: each
 * different text is compared once and then only its rank, against 17 ms (and 260 for 100,000) with the collator alone.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sort['direction'],
): Row[] {
  const keys = sortKeys(rows.map(valueOf));
  const filled: number[] = [];
  const empty: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    (Number.isNaN(keys[index]) ? empty : filled).push(index);
  }
  const sign = direction === 'asc' ? 1 : -1;
  filled.sort((a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || a - b);
  return [...filled, ...empty].map((index) => rows[index] as Row);
}

/** One number a value, NaN where there is none. */
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
  /** What is searched for in each column, by the column's key. */
  columnSearch?: Readonly<Record<string, string>> | undefined;
}

/** The rows that pass the predicate and hold every column's search text, without regard to case; the same array when nothing is asked. */
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

// Lower-casing 10,000 texts takes longer than looking through them: kept as long as the row lives.
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
