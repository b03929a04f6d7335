import { isNumber, printRow, defused } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { swapped } from '../decimals.rules';
import { programText } from '../formats.rules';
import { mostErrors, type RowError, type RowProblem } from '../imports.fields';
import { type Heading, reasonColumn } from '../heading.rules';
import { type NotedRemark, notesOf } from '../notes.rules';
import type { Remark as RowRemark } from '../rows.rules';
import { clipped, storable } from '../texts.rules';
import { type Counts, nothing } from './imports.queries';

const mostNotedTexts = 1000;

/** Refused rows beyond this number of characters are counted but not stored. */
const mostRefused = 5_000_000;

type Remark = Partial<RowProblem> & Pick<RowProblem, 'message'>;

/** The running totals of an import: counts, the first errors, and the refused rows unchanged from the file. */
export class ImportReport {
  readonly counts: Counts = { ...nothing };
  readonly errors: RowError[] = [];
  /** Refused rows that repeat the record of an earlier row. */
  doubled = 0;
  /** New customers with the company of an earlier row. */
  sameCompany = 0;
  /** Rows that became contacts. */
  contacts = 0;
  private header: readonly string[] = [];
  /** The columns with decimal commas. */
  private commas: readonly (number | null)[] = [];
  private rows = '';
  private isFull = false;
  private remarks = 0;
  private unused: readonly string[] = [];
  private readonly skipped: number[] = [];
  private readonly changes = new Map<string, NotedRemark>();
  /** "Looks like a Zoho CRM leads export", or null. */
  looksLike: string | null = null;

  begin({ cells }: CsvRow, { columns, problems, isUsable, unused, program }: Heading): void {
    this.header = cells;
    this.unused = unused;
    this.looksLike = programText(program);
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
    // Printing them would take longer than reading them.
    if (this.isFull) return;
    const reasons = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const printed = printRow([...this.cellsOf(row), reasons.join('; ')]);
    this.isFull = this.rows.length + printed.length > mostRefused;
    if (!this.isFull) this.rows += printed;
  }

  /** A row without a record. */
  leaveOut({ line }: CsvRow): void {
    this.skipped.push(line);
  }

  /** Counts what was left out or changed in a row that is taken. */
  noteChanges(remarks: readonly RowRemark[] = []): void {
    for (const { change, label, text, heading = '' } of remarks) {
      const key = `${change} ${label} ${heading} ${change === 'stood_in' ? text : ''}`;
      let noted = this.changes.get(key);
      if (!noted)
        this.changes.set(key, (noted = { change, label, heading, count: 0, texts: new Set() }));
      noted.count += 1;
      if (noted.texts.size < mostNotedTexts) noted.texts.add(clipped(text));
    }
  }

  /** What was left out or changed, a sentence each (docs/product/imports.md#notes). */
  notes(): string[] {
    const { unused, skipped, changes } = this;
    return notesOf({ unused, skipped, remarks: [...changes.values()] });
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

  /** A note on the whole file, above what is wrong with its rows. */
  remark(row: number, { field = null, value = null, message }: Remark): void {
    this.errors.splice(this.remarks, 0, shortened({ row, field, value, message }));
    this.remarks += 1;
    if (this.errors.length > mostErrors) this.errors.pop();
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
