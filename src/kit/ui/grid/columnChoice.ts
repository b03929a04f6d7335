/** A column as it is chosen: `required` ones cannot be hidden. */
export interface ChoosableColumn {
  key: string;
  title: string;
  required?: boolean;
  /** Stays behind all others. */
  isLast?: boolean;
}

/**
 * The visible keys that a browser has kept: a JSON array, in order. What is damaged gives the defaults; unknown keys are
 * dropped, required ones added where they belong.
 */
export function readChoice(
  kept: string | null,
  columns: readonly ChoosableColumn[],
  defaults: readonly string[],
): string[] {
  const known = new Set(columns.map((column) => column.key));
  const usable = (keys: readonly unknown[]) =>
    [...new Set(keys)].filter((key): key is string => typeof key === 'string' && known.has(key));
  const chosen = usable(parseList(kept) ?? []);
  return withRequired(chosen.length > 0 ? chosen : usable(defaults), columns);
}

function parseList(kept: string | null): unknown[] | null {
  try {
    const list: unknown = JSON.parse(kept ?? 'null');
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** Adds the required columns that are missing. */
export function withRequired(
  visible: readonly string[],
  columns: readonly ChoosableColumn[],
): string[] {
  const missing = columns.filter(({ key, required }) => required && !visible.includes(key));
  return missing.reduce((keys, { key }) => inserted(keys, key, columns), [...visible]);
}

/**
 * All keys in the order of the chooser: the visible ones in theirs, each hidden one where it stands in the list of all.
 * `before` is kept while it still agrees with what is visible, so that nothing moves under the pointer.
 */
export function chooserOrder(
  before: readonly string[],
  visible: readonly string[],
  columns: readonly ChoosableColumn[],
): readonly string[] {
  const shown = visible.filter((key) => columns.some((column) => column.key === key));
  const agrees =
    before.length === columns.length &&
    columns.every(({ key }) => before.includes(key)) &&
    sameList(
      before.filter((key) => shown.includes(key)),
      shown,
    );
  if (agrees) return before;
  return columns.reduce(
    (keys, { key }) => (keys.includes(key) ? keys : inserted(keys, key, columns)),
    shown,
  );
}

/** The list with one key at another place. */
export function moved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key);
  others.splice(Math.max(0, Math.min(to, others.length)), 0, key);
  return others;
}

export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

// After the nearest column that stands before it in the list of all.
function inserted(
  keys: readonly string[],
  key: string,
  columns: readonly ChoosableColumn[],
): string[] {
  const all = columns.map((column) => column.key);
  const before = all.slice(0, all.indexOf(key)).reverse();
  const neighbour = before.find((each) => keys.includes(each));
  return moved(keys, key, neighbour === undefined ? 0 : keys.indexOf(neighbour) + 1);
}
