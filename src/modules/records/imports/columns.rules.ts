import { mostColumns } from '~/kit/shared/csv/csv-reader';
import { columnAt, columnLetters } from '~/kit/shared/sheets/column-letters';

/**
 * The name of each column of a file, by which a mapping, a message and the screen tell it apart: its heading, with its letter
 * where another column has the same one, or its letter alone where it has none (docs/product/imports.md#mapping).
 */
export function columnLabels(headings: readonly string[]): string[] {
  const texts = headings.map((heading) => heading.trim());
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isLettered = (text: string) => text === '' || (counts.get(text) ?? 0) > 1;
  const taken = new Set(texts.flatMap((text, at) => (isLettered(text) ? lettered(text, at) : [])));
  return texts.map((text, at) => {
    if (isLettered(text)) return lettered(text, at);
    let label = text;
    // A heading may be written like the name of another column.
    while (taken.has(label)) label = lettered(label, at);
    taken.add(label);
    return label;
  });
}

function lettered(text: string, at: number): string {
  const letters = columnLetters(at);
  return text === '' ? `Column ${letters}` : `${text} (column ${letters})`;
}

/** Where the columns of a file are, by their names. */
export interface FileColumns {
  labels: readonly string[];
  /** Of a heading that several columns have: all of them; none where the file has no such column. */
  positionsOf: (name: string) => readonly number[];
}

const nameless = /^Column ([A-Z]{1,2})$/;

export function columnsIn(headings: readonly string[]): FileColumns {
  const labels = columnLabels(headings);
  const positions = new Map<string, number[]>();
  headings.forEach((heading, at) => {
    const others = positions.get(heading.trim());
    if (others) others.push(at);
    else positions.set(heading.trim(), [at]);
  });
  labels.forEach((label, at) => positions.set(label, [at]));
  positions.delete('');
  return {
    labels,
    positionsOf: (name) => {
      const found = positions.get(name.trim());
      if (found) return found;
      // Rows may be wider than their headings.
      const at = columnAt(nameless.exec(name.trim())?.[1] ?? '');
      return at >= headings.length && at < mostColumns ? [at] : [];
    },
  };
}
