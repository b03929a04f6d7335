const MB = 1024 * 1024;
const mostOfAll = 512 * MB;
const longestMs = 24 * 3600 * 1000;
const mostChanged = 0.05;

export interface Use {
  /** Bytes. */
  size: number;
  /** When the list was last written or read, in milliseconds. */
  at: number;
}

/** How many bytes all lists together may take here, of which they take `taken`; at most half of what is free. */
export function mostBytes(
  { quota, usage }: { quota?: number | undefined; usage?: number | undefined },
  taken: number,
): number {
  if (quota === undefined || usage === undefined) return mostOfAll;
  return Math.max(0, Math.min(mostOfAll, taken + (quota - usage) / 2));
}

/** Which lists go, the least recently used first, so that one of `size` fits; null where it cannot fit. */
export function leaving<K>(
  uses: readonly { key: K; value: Use }[],
  { key, size, most }: { key: K; size: number; most: number },
): K[] | null {
  if (size > most) return null;
  const others = uses.filter((each) => each.key !== key);
  let sum = others.reduce((total, { value }) => total + value.size, size);
  const out: K[] = [];
  for (const each of others.toSorted((a, b) => a.value.at - b.value.at)) {
    if (sum <= most) break;
    sum -= each.value.size;
    out.push(each.key);
  }
  return out;
}

interface CaughtUp {
  changed: number;
  gone: number;
  rows: number;
  /** Milliseconds since it was written. */
  age: number;
}

/** Whether a list is written again now that it was caught up with; a record that left it must not be kept. */
export function isDueAnew({ changed, gone: deleted, rows, age }: CaughtUp): boolean {
  return deleted > 0 || changed > rows * mostChanged || (changed > 0 && age > longestMs);
}

/** The order of the server for a list without a declared order. */
export function newestFirst(a: { id: number }, b: { id: number }): number {
  const [one, other] = [createdAt(a), createdAt(b)];
  return one === other ? b.id - a.id : one < other ? 1 : -1;
}

function createdAt(row: { id: number; created_at?: unknown }): string {
  return typeof row.created_at === 'string' ? row.created_at : '';
}
