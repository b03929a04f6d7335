import { folded, searchedText } from './searching';

// By list of keys, so that a screen that rebuilds its filters does not index its rows again. A changed row is a new
// object, and the old one is collected with its text.
const indexes = new Map<string, WeakMap<object, string>>();

/** Gives the folded text of a row's keys, in which searches look. */
export function rowTexts(keys: readonly string[]): (row: object) => string {
  const name = keys.join('\n');
  const index = indexes.get(name) ?? new WeakMap<object, string>();
  indexes.set(name, index);
  return (row) => {
    const stored = index.get(row);
    if (stored !== undefined) return stored;
    const text = folded(searchedText(row, keys));
    index.set(row, text);
    return text;
  };
}
