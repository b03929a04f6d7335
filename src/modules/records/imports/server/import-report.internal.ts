import { isNumber, printRow, defused } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { swapped } from '../decimals.rules';
import { mostErrors, type RowError, type RowProblem } from '../imports.fields';
import { type Heading, reasonColumn } from '../heading.rules';
import { clipped, storable } from '../texts.rules';
import { type Counts, nothing } from './imports.queries';

/** Refused rows beyond this number of characters are counted but not stored. */
const mostRefused = 5_000_000;

/** The running totals of an import: counts, the first errors, and the refused rows unchanged from the file. */
export class ImportReport {
  readonly counts: Counts = { ...nothing };
  readonly errors: RowError[] = [];
  /** Refused rows that repeat the record of an earlier row. */
  doubled = 0;
  private header: readonly string[] = [];
  /** The columns with decimal commas. */
  private commas: readonly (number | null)[] = [];
  private rows = '';

  begin({ cells }: CsvRow, { columns, problems, isUsable }: Heading): void {
    this.header = cells;
    this.commas = columns.map(({ commaAt }) => commaAt);
    this.note(problems);
    this.counts.failed = isUsable ? 0 : 1;
  }

  count(outcome: 'created' | 'changed' | 'unchanged'): void {
    this.counts[outcome === 'created' ? 'created' : 'updated'] += 1;
    if (outcome === 'unchanged') this.counts.unchanged += 1;
  }

  refuse(row: CsvRow, problems: readonly RowProblem[]): void {
    this.counts.failed += 1;
    const errors = problems.map((problem) => shortened({ row: row.line, ...problem }));
    this.note(errors);
    const reasons = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const printed = printRow([...this.cellsOf(row), reasons.join('; ')]);
    if (this.rows.length + printed.length <= mostRefused) this.rows += printed;
  }

  refuseFile(message: string): void {
    this.counts.failed = 1;
    this.note([{ row: 1, field: null, value: null, message }]);
  }

  /** A CSV file of the refused rows with their reasons, to correct and import again. */
  refused(): string | null {
    if (this.rows === '') return null;
    return storable(printRow([...this.header, reasonColumn]) + this.rows);
  }

  private note(errors: readonly RowError[]): void {
    const room = mostErrors - this.errors.length;
    if (room > 0) this.errors.push(...errors.slice(0, room).map(shortened));
  }

  private cellsOf({ cells, numbers }: CsvRow): string[] {
    const wide = this.header.map((_, at) => cells[at] ?? '');
    return [...wide, ...cells.slice(wide.length)].map((cell, at) => {
      // In a CSV file a number is a text like the others of its column.
      const text = numbers?.includes(at) && this.commas.includes(at) ? swapped(cell) : cell;
      return text.startsWith("'") || isNumber(text) ? text : defused(text);
    });
  }
}

const longestMessage = 500;

/** A message may quote the cell. */
function shortened(error: RowError): RowError {
  const { value, message } = error;
  const short = value === null ? null : clipped(value);
  return { ...error, value: short, message: clipped(message, longestMessage) };
}
