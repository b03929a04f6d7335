import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { columnNames, type CsvFormat } from './formats.rules';

/** The row of headings is one of so many first rows of a file. */
export const mostHeadingRows = 20;

/**
 * The index of the row of headings among the first rows of a file, below titles and a line `sep=;`: the first one with two
 * known names; where none has, the first one with a known name or with most of its cells filled.
 */
export function headingAt(rows: readonly CsvRow[], format: CsvFormat): number {
  const available = new Set(format.columns.map(({ name }) => name));
  const named = columnNames(format);
  const candidates = rows.slice(0, mostHeadingRows).flatMap((row, at) => {
    if (row.cells[0]?.trim().toLowerCase() === 'sep=') return [];
    const names = row.problem === undefined ? row.cells.map(named) : [];
    const filled = row.cells.filter((cell) => cell.trim() !== '').length;
    return [
      { at, row, filled, existing: new Set(names.filter((name) => available.has(name))).size },
    ];
  });
  const [first] = candidates;
  if (!first) return 0;
  if (first.row.problem !== undefined) return first.at;
  const recognized = candidates.find((each) => each.existing >= 2);
  if (recognized) return recognized.at;
  const widest = Math.max(...candidates.map(({ filled }) => filled));
  const full = candidates.find((each) => each.existing > 0 || each.filled * 2 > widest);
  return (full ?? first).at;
}
