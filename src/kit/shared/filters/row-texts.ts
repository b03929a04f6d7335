import { folded, type Labels, searchedText } from './searching';

// By list of keys and labels, so that a screen that rebuilds its filters does not index its rows again. A changed row is a
// new object, and the old one is collected with its text.
const indexes = new Map<string, WeakMap<object, string>>();

/** Gives the folded text of a row's keys, in which searches look. */
export function rowTexts(keys: readonly string[], labels: Labels = {}): (row: object) => string {
  const shown = Object.entries(labels).map(([key, texts]) => [key, [...texts]]);
  const name = shown.length === 0 ? keys.join('\n') : JSON.stringify([keys, shown]);
  const index = indexes.get(name) ?? new WeakMap<object, string>();
  indexes.set(name, index);
  return (row) => {
    const stored = index.get(row);
    if (stored !== undefined) return stored;
    const text = folded(searchedText(row, keys, labels));
    index.set(row, text);
    return text;
  };
}
