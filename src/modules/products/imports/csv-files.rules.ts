import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { RowError } from './imports.fields';
import type { Field } from '~/kit/shared/fields/fields';

export interface CsvColumn {
  name: string;
  field: Field;
  /** The group whose name the column holds; stored as its id. */
  group: string | null;
  /** The value of a new record for an empty cell; a known record keeps its own. */
  initial?: unknown;
}

/** What files of a kind of records look like (docs/product/imports.md#columns). */
export interface CsvFormat {
  /** In the order of the export. */
  columns: readonly CsvColumn[];
  /** Other names of columns, as `readHeading` writes them. */
  synonyms: Readonly<Record<string, string>>;
  /** The column that tells which record a row is of. */
  key: string;
  /** Without it no row can be read; else those without it are new ones. */
  isKeyNeeded: boolean;
}

interface FileColumn {
  name: string;
  index: number;
  /** The position of a second column with the same name. */
  twin?: number;
}

export interface Heading {
  columns: readonly FileColumn[];
  width: number;
  problems: readonly RowError[];
  /** False where the column that every row needs is missing. */
  isUsable: boolean;
}

// Written by the download of refused rows; it is no field of a record.
export const reasonColumn = 'reason';

/** Reads the header, ignoring case, spaces and hyphens; reports unknown and duplicate columns. */
export function readHeading({ line, cells }: CsvRow, format: CsvFormat): Heading {
  const columns = new Map<string, FileColumn>();
  const problems: RowError[] = [];
  const report = (name: string, message: string): void => {
    problems.push({ row: line, field: name, value: name, message });
  };
  cells.forEach((cell, index) => {
    const name = columnName(cell, format);
    const before = columns.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!format.columns.some((column) => column.name === name)) {
      report(clipped(cell.trim()), `Unknown column "${clipped(cell.trim())}": it was left out`);
    } else if (before) {
      columns.set(name, { ...before, twin: index });
      report(name, `The column "${name}" is there twice: rows where the two differ are refused`);
    } else columns.set(name, { name, index });
  });
  const { key, isKeyNeeded } = format;
  const isUsable = columns.size > 0 && (columns.has(key) || !isKeyNeeded);
  if (!isUsable) report(key, `The column "${key}" is missing: without it no row can be read`);
  return { columns: [...columns.values()], width: cells.length, problems, isUsable };
}

function columnName(cell: string, { synonyms }: CsvFormat): string {
  const name = cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return synonyms[name] ?? name;
}

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
  const { field, group } = column;
  const schema = field.schema('form');
  const meant = (value: unknown) => meaning(name, value) ?? { value, message: null };
  const judge = (cell: string): Judgement => {
    const value = parseCell(field, cell);
    // An empty cell of a column with a default keeps the value or takes the default: an empty stock is not 0.
    if (value === null && 'initial' in column) return { value: undefined, message: null };
    if (typeof value === 'string' && field.isPlain?.(value)) return meant(value);
    const result = schema.safeParse(value);
    if (result.success) return meant(result.data);
    return { value, message: result.error.issues[0]?.message ?? 'This value is not valid' };
  };
  const saysTheSame = group !== null || 'initial' in column || field.column !== 'text';
  return saysTheSame ? remembering(judge) : judge;
}

const mostRemembered = 20_000;

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
    if (remembered.size < mostRemembered) remembered.set(cell, found);
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
  return { value: null, message: `The two columns "${name}" say different things` };
}

function wholeRow({ line, cells }: CsvRow, message: string): RowError {
  return { row: line, field: null, value: clipped(cells.join(',')), message };
}

/** Required values of a new record without a column in the file: no row can create one. */
export function missingForNew(
  { columns }: Heading,
  format: CsvFormat,
): Pick<RowError, 'field' | 'message'>[] {
  return format.columns
    .filter((column) => column.field.required && !('initial' in column))
    .filter(({ name }) => !columns.some((column) => column.name === name))
    .map(({ name, field }) => {
      const result = field.schema('form').safeParse(undefined);
      return {
        field: name,
        message: result.error?.issues[0]?.message ?? `${field.label} is required`,
      };
    });
}

const longestValue = 200;

function clipped(text: string): string {
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  return storable(short);
}

// PostgreSQL's JSON accepts neither null bytes nor unpaired surrogates.
const unstorable = new RegExp(
  '\\u0000|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  'g',
);

/** The text with characters that the database cannot store made visible. */
export function storable(text: string): string {
  return text.replaceAll(unstorable, '\ufffd');
}
