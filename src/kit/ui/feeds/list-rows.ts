export interface Identified {
  id: number;
}

export interface RowChanges<Row> {
  rows: readonly Row[];
  gone: readonly number[];
}

/** In place of the rows of a list that is too long to be loaded whole. */
export const tooLong: readonly never[] = Object.freeze([]);

export type Order<Row> = (a: Row, b: Row) => number;

/** As the server orders texts: ignoring case, else by their characters. */
export function compareTexts(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * The rows after some of them changed: each in its place, new ones first unless the list has an order. What did not
 * change is the same object, and the same array where nothing did.
 */
export function withChanges<Row extends Identified>(
  rows: readonly Row[],
  { rows: changed, gone: deleted }: RowChanges<Row>,
  order?: Order<Row>,
): readonly Row[] {
  const rest = new Set(deleted);
  const come = new Map(changed.map((row) => [row.id, row]));
  if (rest.size === 0 && come.size === 0) return rows;
  let isChanged = false;
  const remaining: Row[] = [];
  for (const row of rows) {
    const next = come.get(row.id);
    if (next) come.delete(row.id);
    if (rest.has(row.id) && !next) {
      isChanged = true;
      continue;
    }
    const same = !next || isSameRow(row, next);
    isChanged ||= !same;
    remaining.push(same ? row : next);
  }
  if (!isChanged && come.size === 0) return rows;
  const all = [...come.values(), ...remaining];
  return order ? all.sort(order) : all;
}

/** Whether a row says nothing else than the one that is known; what only `next` has, such as lines, is left aside. */
export function isSameRow<Row extends object>(existing: Row, next: Row): boolean {
  const other: Partial<Record<string, unknown>> = { ...next };
  return Object.entries(existing).every(
    ([key, value]) =>
      Object.is(value, other[key]) || JSON.stringify(value) === JSON.stringify(other[key]),
  );
}

/** By `updated_at`, which grows with each write of a record; null where it is not known. */
export function compareVersions(a: object, b: object): number | null {
  const difference = versionOf(a) - versionOf(b);
  return Number.isNaN(difference) ? null : difference;
}

function versionOf(row: { updated_at?: unknown }): number {
  return typeof row.updated_at === 'string' ? Date.parse(row.updated_at) : Number.NaN;
}
