import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { columnNames, type CsvFormat } from './formats.rules';
import { isAmount } from './totals.rules';

/** The row of headings is one of so many first rows of a file. */
export const mostHeadingRows = 20;

/**
 * The index of the row of headings among the first rows of a file, below titles and a line `sep=;`: the first one with two
 * known names; where none has, the first one with a known name or with most of its cells filled.
 */
export function headingAt(rows: readonly CsvRow[], format: CsvFormat): number {
  const available = new Set(format.columns.map(({ name }) => name));
  const named = columnNames(format);
  for (const { headings } of format.programs ?? []) {
    for (const heading of Object.keys(headings)) if (heading !== '') available.add(named(heading));
  }
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
  const widest = Math.max(...candidates.map(({ filled }) => filled));
  const full = candidates.find((each) => each.existing > 0 || each.filled * 2 > widest);
  const { at } = recognized ?? full ?? first;
  // A row below headings of groups is the second half of them.
  return groupsOf(rows, at - 1) ? at - 1 : at;
}

export interface HeadingRow {
  /** The row of headings; where groups of columns have headings above theirs: `Closing Balance / Quantity`. */
  header: CsvRow;
  /** The index of the first row below. */
  next: number;
}

/** The headings in this row, and in the one below it where that continues them (docs/product/imports.md#files). */
export function headingRow(rows: readonly CsvRow[], at: number): HeadingRow | null {
  const upper = rows[at];
  if (!upper) return null;
  const groups = groupsOf(rows, at);
  if (!groups) return { header: upper, next: at + 1 };
  const lower = rows[at + 1];
  const cells = groups.map((group, column) => {
    const own = textAt(lower, column);
    const above = textAt(upper, column);
    return group === null ? above : `${textAt(upper, group)} / ${own}`;
  });
  return { header: { ...upper, cells }, next: at + 2 };
}

const rowsBelow = 10;
const longestHeading = 60;

/**
 * By column the first one of its group, null outside of groups; null where the two rows are not headings of groups and of
 * their columns: a cell above blank ones, below all of them texts without a digit, and then numbers.
 */
function groupsOf(rows: readonly CsvRow[], at: number): (number | null)[] | null {
  const [upper, lower] = [rows[at], rows[at + 1]];
  if (!upper || !lower || upper.problem !== undefined || lower.problem !== undefined) return null;
  if (lower.line !== upper.line + 1) return null;
  if (![...upper.cells, ...lower.cells].every(isHeading)) return null;
  // A title above the headings is a single cell.
  if (upper.cells.filter((cell) => cell.trim() !== '').length < 2) return null;
  const groups: (number | null)[] = [];
  let open: number | null = null;
  for (let column = 0; column < Math.max(upper.cells.length, lower.cells.length); column += 1) {
    const isBelow = textAt(lower, column) !== '';
    if (textAt(upper, column) !== '') {
      const isWide = textAt(upper, column + 1) === '' && textAt(lower, column + 1) !== '';
      if (isBelow && !isWide) return null;
      open = isBelow ? column : null;
    } else if (!isBelow) open = null;
    else if (open === null) return null;
    groups.push(open);
  }
  const below = rows.slice(at + 2, at + 2 + rowsBelow);
  return groups.some((group, column) => group !== null && hasNumbers(below, column))
    ? groups
    : null;
}

function isHeading(cell: string): boolean {
  return cell.length <= longestHeading && !/\d/.test(cell);
}

function hasNumbers(rows: readonly CsvRow[], column: number): boolean {
  const texts = rows.flatMap((row) => textAt(row, column) || []);
  return texts.length > 0 && texts.every((text) => isAmount(text));
}

function textAt(row: CsvRow | undefined, column: number): string {
  return row?.cells[column]?.trim() ?? '';
}
