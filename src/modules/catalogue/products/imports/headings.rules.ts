import { fieldError } from '~/kit/shared/fields/typed-values';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Field } from '~/kit/shared/fields/fields';
import type { RowError } from './imports.fields';
import { clipped } from './refusals.rules';

export interface CsvColumn {
  name: string;
  field: Field;
  /** The group whose name the column holds; stored as its id. */
  group: string | null;
  /** The value of a new record for an empty cell; a known record keeps its own. */
  initial?: unknown;
  /** What a text stands for that other programs write into such a column; null for what it says itself. */
  meaning?: (text: string) => string | null;
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

export interface FileColumn {
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

/** Which field each column of a file goes to; null or '' for one that is left out (docs/product/imports.md#mapping). */
export type Mapping = Readonly<Record<string, string | null>>;

// Written by the download of refused rows; it is not a field of a record.
export const reasonColumn = 'reason';

/**
 * Reads the header, ignoring case, spaces and punctuation; reports unknown and duplicate columns. A column that the mapping
 * does not name counts by its own name, as long as no other column was put in its place.
 */
export function readHeading(
  { line, cells }: CsvRow,
  format: CsvFormat,
  mapping: Mapping | null = null,
): Heading {
  const columns = new Map<string, FileColumn>();
  const problems: RowError[] = [];
  const report = (name: string, message: string): void => {
    problems.push({ row: line, field: name, value: name, message });
  };
  const nameOf = mapping ? mappedNames(mapping, format) : columnNames(format);
  cells.forEach((cell, index) => {
    const name = nameOf(cell);
    const before = columns.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!format.columns.some((column) => column.name === name)) {
      if (mapping) return;
      report(clipped(cell.trim()), `Unknown column "${clipped(cell.trim())}" was ignored`);
    } else if (before) {
      columns.set(name, { ...before, twin: index });
      report(name, `Duplicate column "${name}": rows where the two differ are rejected`);
    } else columns.set(name, { name, index });
  });
  const { key, isKeyNeeded } = format;
  const isUsable = columns.size > 0 && (columns.has(key) || !isKeyNeeded);
  if (!isUsable) problems.push({ row: line, value: null, ...missingColumns(format) });
  return { columns: [...columns.values()], width: cells.length, problems, isUsable };
}

function missingColumns({ key, isKeyNeeded }: CsvFormat): Pick<RowError, 'field' | 'message'> {
  if (isKeyNeeded) {
    return { field: key, message: `Required column "${key}" is missing` };
  }
  const message =
    'This file has no known column names. Map its columns, or rename them as in the sample file.';
  return { field: null, message };
}

/** `gst_no` of " GST No. "; what has no letter and no digit stays. */
function plain(cell: string): string {
  const words = cell.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.join('_') ?? cell.trim();
}

/** The name of the column that a heading means, by name, synonym or label; else the heading itself, plain. */
export function columnNames({ columns, synonyms }: CsvFormat): (cell: string) => string {
  const names = new Map<string, string>();
  for (const { name, field } of columns) names.set(plain(field.label), name);
  for (const [synonym, name] of Object.entries(synonyms)) names.set(synonym, name);
  for (const { name } of columns) names.set(name, name);
  return (cell) => names.get(plain(cell)) ?? plain(cell);
}

function mappedNames(mapping: Mapping, format: CsvFormat): (cell: string) => string {
  const named = columnNames(format);
  const taken = new Set(Object.values(mapping));
  return (cell) => {
    const heading = cell.trim();
    if (Object.hasOwn(mapping, heading)) return mapping[heading] ?? '';
    const name = named(cell);
    return taken.has(name) ? '' : name;
  };
}

/** Required values of a new record without a column in the file: no row can create one. */
export function missingForNew(
  { columns }: Heading,
  format: CsvFormat,
): Pick<RowError, 'field' | 'message'>[] {
  return format.columns
    .filter((column) => column.field.required && !('initial' in column))
    .filter(({ name }) => !columns.some((column) => column.name === name))
    .map(({ name, field }) => ({
      field: name,
      message: fieldError(field, undefined, 'form') ?? `${field.label} is required`,
    }));
}
