export interface ChoosableColumn {
  key: string;
  title: string;
  required?: boolean;
  isLast?: boolean;
}

/**
 * The visible keys stored in the browser: a JSON array, in order. Invalid content gives the defaults; unknown keys are
 * dropped, required ones inserted in their place.
 */
export function readChoice(
  stored: string | null,
  columns: readonly ChoosableColumn[],
  defaults: readonly string[],
): string[] {
  const available = new Set(columns.map((column) => column.key));
  const usable = (keys: readonly unknown[]) =>
    [...new Set(keys)].filter(
      (key): key is string => typeof key === 'string' && available.has(key),
    );
  const chosen = usable(parseList(stored) ?? []);
  return withRequired(chosen.length > 0 ? chosen : usable(defaults), columns);
}

function parseList(stored: string | null): unknown[] | null {
  try {
    const list: unknown = JSON.parse(stored ?? 'null');
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

export function withRequired(
  visible: readonly string[],
  columns: readonly ChoosableColumn[],
): string[] {
  const missing = columns.filter(({ key, required }) => required && !visible.includes(key));
  return missing.reduce((keys, { key }) => inserted(keys, key, columns), [...visible]);
}

/**
 * All keys in the order of the chooser: the visible ones as chosen, each hidden one at its place in the list of
 * all. `before` is kept while it agrees with what is visible, so that nothing moves under the pointer.
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

export function moved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key);
  others.splice(Math.max(0, Math.min(to, others.length)), 0, key);
  return others;
}

export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

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
