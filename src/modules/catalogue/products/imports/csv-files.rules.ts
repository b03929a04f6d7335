import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Field } from '~/kit/shared/fields/fields';
import type { CsvFormat, FileColumn, Heading } from './headings.rules';
import type { RowError } from './imports.fields';
import { clipped } from './refusals.rules';

export interface CheckedRow {
  line: number;
  /** In the order of the heading's columns; undefined where the row leaves a value unchanged. */
  values: readonly unknown[];
  /** Of which record it is; '' where it does not say so. */
  key: string;
}

/** Returns the row as the form's validation would accept it, or its problems. */
export type RowCheck = (row: CsvRow) => CheckedRow | RowError[];

export interface Judgement {
  value: unknown;
  message: string | null;
}

type Judge = (cell: string) => Judgement;

/** What a value of a column that reads well means; the others mean what they say. */
export type Meaning = (name: string, value: unknown) => Judgement | null;

const asSaid: Meaning = () => null;

export function rowCheck(
  { columns, width }: Heading,
  format: CsvFormat,
  meaning: Meaning = asSaid,
): RowCheck {
  const judges = columns.map((column) => ({
    ...column,
    judge: judgeOf(column.name, format, meaning),
  }));
  const keyAt = columns.findIndex(({ name }) => name === format.key);
  return (row) => {
    const problem = row.problem ?? widthProblem(row, width);
    if (problem !== null) return [wholeRow(row, problem)];
    const values: unknown[] = [];
    let errors: RowError[] | null = null;
    for (const column of judges) {
      const cell = row.cells[column.index] ?? '';
      const { value, message } = twinProblem(row, column) ?? column.judge(cell);
      values.push(value);
      if (message === null) continue;
      errors ??= [];
      errors.push({ row: row.line, field: column.name, value: clipped(cell), message });
    }
    return errors ?? { line: row.line, values, key: String(values[keyAt] ?? '') };
  };
}

function judgeOf(name: string, { columns }: CsvFormat, meaning: Meaning): Judge {
  const column = columns.find((each) => each.name === name);
  if (!column) return () => ({ value: undefined, message: 'This value is not valid' });
  const { field, group, meaning: meaningOf } = column;
  const meant = (value: unknown) => meaning(name, value) ?? { value, message: null };
  const judge = (cell: string): Judgement => {
    const said = parseCell(field, cell);
    const value = choiceOf(field, typeof said === 'string' ? (meaningOf?.(said) ?? said) : said);
    // An empty cell of a column with a default keeps the value or takes the default: an empty stock is not 0.
    if (value === null && 'initial' in column) return { value: undefined, message: null };
    if (typeof value === 'string' && field.isPlain?.(value)) return meant(value);
    const reading = field.read(value, 'form');
    return reading.ok ? meant(reading.value) : { value, message: reading.message };
  };
  const saysTheSame = group !== null || 'initial' in column || field.column !== 'text';
  return saysTheSame ? remembering(judge) : judge;
}

/** A choice may be written as the screens show it. */
function choiceOf({ choices }: Field, value: unknown): unknown {
  if (!choices || typeof value !== 'string') return value;
  const word = value.toLowerCase();
  const found = choices.find(
    (each) => each.value.toLowerCase() === word || each.label.toLowerCase() === word,
  );
  return found?.value ?? value;
}

const mostRemembered = 20_000;
const longestRemembered = 200;

/**
 * Caches results: numbers, units and categories repeat throughout a file, and checking each would take half of the
 * time.
 */
function remembering(judge: Judge): Judge {
  const remembered = new Map<string, Judgement>();
  return (cell) => {
    const known = remembered.get(cell);
    if (known) return known;
    const found = judge(cell);
    if (remembered.size < mostRemembered && cell.length <= longestRemembered)
      remembered.set(cell, found);
    return found;
  };
}

function widthProblem({ cells }: CsvRow, width: number): string | null {
  if (cells.length === width) return null;
  const spare = cells.slice(width).some((cell) => cell.trim() !== '');
  if (cells.length > width && !spare) return null;
  return `The row has ${cells.length} cells, the header has ${width}`;
}

function twinProblem({ cells }: CsvRow, { name, index, twin }: FileColumn): Judgement | null {
  if (twin === undefined || cells[index]?.trim() === cells[twin]?.trim()) return null;
  return { value: null, message: `The two "${name}" columns have different values` };
}

function wholeRow({ line, cells }: CsvRow, message: string): RowError {
  return { row: line, field: null, value: clipped(cells.join(',')), message };
}
