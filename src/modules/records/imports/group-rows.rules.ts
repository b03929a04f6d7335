import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { amountIn, noRecordProblem } from './totals.rules';

const mostColumns = 8;
/** So many rows of a group are added up; a larger group is not found. */
const mostRows = 200;
const tolerance = 0.006;

/**
 * Finds the rows of groups in a summary of Tally, which has them in one list with their items: a row whose amounts are the sums
 * of the rows below it (docs/product/imports.md#rows).
 */
export class GroupRows {
  private readonly sums = new Map<number, number>();
  private isMore = false;

  /** Null for any other list. */
  static of({ cells }: CsvRow): GroupRows | null {
    return cells.some((cell) => cell.trim().toLowerCase() === 'particulars')
      ? new GroupRows()
      : null;
  }

  /** The rows of a block, those of groups with a problem. */
  mark(rows: readonly CsvRow[]): CsvRow[] {
    const all = rows.map(({ cells }) => amountsOf(cells));
    const isTotals = rows.map(({ cells }) => noRecordProblem(cells) !== null);
    const columns = [...new Set(all.flatMap((amounts) => [...amounts.keys()]))].slice(
      0,
      mostColumns,
    );
    const table = rows.map((_, at) =>
      Float64Array.from(columns, (column) => all[at]?.get(column) ?? 0),
    );
    const sizes = groupSizes(table, isTotals);
    return rows.map((row, at) => {
      const amounts = all[at] ?? new Map<number, number>();
      if (isTotals[at]) this.compare(amounts);
      else if (sizes[at]) return { ...row, problem: 'This row is the sum of the rows below it' };
      else for (const [column, value] of amounts) add(this.sums, column, value);
      return row;
    });
  }

  private compare(totals: ReadonlyMap<number, number>): void {
    this.isMore ||= [...totals].some(
      ([column, value]) => (this.sums.get(column) ?? 0) > value + tolerance,
    );
  }

  /** What is said where rows of groups seem to be left. */
  remark(): string | null {
    return this.isMore
      ? 'The rows add up to more than the totals of the file. Check for rows of groups, which are not records'
      : null;
  }
}

function amountsOf(cells: readonly string[]): ReadonlyMap<number, number> {
  const amounts = new Map<number, number>();
  for (const [column, cell] of cells.entries()) {
    const value = amountIn(cell.trim());
    if (value !== null && value > 0) amounts.set(column, value);
    if (amounts.size === mostColumns) break;
  }
  return amounts;
}

/** By row how many rows below it belong to its group; from below, as groups have groups within. */
function groupSizes(table: readonly Float64Array[], isEnd: readonly boolean[]): number[] {
  const sizes = table.map(() => 0);
  for (let at = table.length - 1; at >= 0; at -= 1) {
    if (!isEnd[at]) sizes[at] = groupSize({ table, isEnd, sizes }, at);
  }
  return sizes;
}

interface Block {
  table: readonly Float64Array[];
  isEnd: readonly boolean[];
  sizes: readonly number[];
}

function groupSize({ table, isEnd, sizes }: Block, at: number): number {
  const own = table[at] ?? new Float64Array();
  const sums = new Float64Array(own.length);
  const counts = new Uint16Array(own.length);
  let next = at + 1;
  for (let items = 0; items < mostRows && next < table.length && !isEnd[next]; items += 1) {
    const item = table[next] ?? own;
    let alike = 0;
    let open = 0;
    for (let column = 0; column < own.length; column += 1) {
      const value = item[column] ?? 0;
      const sum = (sums[column] ?? 0) + value;
      const count = (counts[column] ?? 0) + (value > 0 ? 1 : 0);
      sums[column] = sum;
      counts[column] = count;
      const rest = (own[column] ?? 0) - sum;
      // One amount may be alike by chance, and an item may have those of the next one.
      if (Math.abs(rest) < tolerance && count >= 2) alike += 1;
      if (own[column] && rest > -tolerance) open += 1;
    }
    next += 1 + (sizes[next] ?? 0);
    if (alike >= 2) return next - at - 1;
    if (open < 2) return 0;
  }
  return 0;
}

function add(sums: Map<number, number>, column: number, value: number): void {
  sums.set(column, (sums.get(column) ?? 0) + value);
}
