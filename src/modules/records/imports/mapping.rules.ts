import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { columnNames, type CsvFormat } from './formats.rules';
import type { RowError } from './imports.fields';
import { clipped } from './texts.rules';

/** The field of each column of a file; null or '' for one that is left out (docs/product/imports.md#mapping). */
export type Mapping = Readonly<Record<string, string | null>>;

/** A field that a file has values of. */
export interface MappedField {
  name: string;
  /** Its text in a row; null where two columns of the file contradict each other. */
  textIn: (cells: readonly string[]) => string | null;
}

export interface Heading {
  columns: readonly MappedField[];
  width: number;
  problems: readonly RowError[];
  /** False where the column that every row needs is missing. */
  isUsable: boolean;
}

// Written by the download of refused rows; it is not a field of a record.
export const reasonColumn = 'reason';

/**
 * Maps the columns of a file to fields, ignoring case, spaces and punctuation; reports unknown and duplicate columns. A
 * column that the mapping does not name counts by its own name, as long as no other column was put in its place.
 */
export function readHeading(
  { line, cells }: CsvRow,
  format: CsvFormat,
  mapping: Mapping | null = null,
): Heading {
  const columns = new Map<string, number[]>();
  const problems: RowError[] = [];
  const report = (name: string, message: string): void => {
    problems.push({ row: line, field: name, value: name, message });
  };
  const nameOf = mapping ? mappedNames(mapping, format) : columnNames(format);
  cells.forEach((cell, index) => {
    const name = nameOf(cell);
    const places = columns.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!format.columns.some((column) => column.name === name)) {
      if (mapping) return;
      report(clipped(cell.trim()), `Unknown column "${clipped(cell.trim())}" was ignored`);
    } else if (places) {
      places.push(index);
      report(name, `Duplicate column "${name}": rows where the two differ are rejected`);
    } else columns.set(name, [index]);
  });
  const { key, isKeyNeeded } = format;
  const isUsable = columns.size > 0 && (columns.has(key) || !isKeyNeeded);
  if (!isUsable) problems.push({ row: line, value: null, ...missingColumns(format) });
  const fields = [...columns].map(([name, places]) => ({ name, textIn: textIn(places) }));
  return { columns: fields, width: cells.length, problems, isUsable };
}

function textIn([first = 0, ...others]: readonly number[]): MappedField['textIn'] {
  if (others.length === 0) return (cells) => cells[first] ?? '';
  return (cells) => {
    const isSame = others.every((other) => cells[other]?.trim() === cells[first]?.trim());
    return isSame ? (cells[first] ?? '') : null;
  };
}

function missingColumns({ key, isKeyNeeded }: CsvFormat): Pick<RowError, 'field' | 'message'> {
  if (isKeyNeeded) {
    return { field: key, message: `Required column "${key}" is missing` };
  }
  const message =
    'This file has no known column names. Map its columns, or rename them as in the sample file.';
  return { field: null, message };
}

function mappedNames(mapping: Mapping, format: CsvFormat): (heading: string) => string {
  const named = columnNames(format);
  const taken = new Set(Object.values(mapping));
  return (cell) => {
    const heading = cell.trim();
    if (Object.hasOwn(mapping, heading)) return mapping[heading] ?? '';
    const name = named(cell);
    return taken.has(name) ? '' : name;
  };
}

const shape = 'The mapping must be a JSON object of columns and their fields';

/** Reads a mapping as it is sent and checks it against the headings of a file; each problem is a sentence. */
export function readMapping(
  text: string,
  headings: readonly string[],
  format: CsvFormat,
): { mapping: Mapping; problems: readonly string[] } {
  const sent = parsed(text);
  if (sent === null) return { mapping: {}, problems: [shape] };
  const named = columnNames(format);
  const fields = new Set(format.columns.map(({ name }) => name));
  const present = new Set(headings.map((heading) => heading.trim()));
  const mapping: Record<string, string | null> = {};
  const holders = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, target] of Object.entries(sent)) {
    const column = key.trim();
    const name = target === null || target.trim() === '' ? null : named(target);
    mapping[column] = name;
    if (!present.has(column)) problems.push(`The file has no column "${column}"`);
    if (name === null) continue;
    const other = holders.get(name);
    if (!fields.has(name)) {
      problems.push(`There is no field "${target}" for the column "${column}"`);
    } else if (other !== undefined) {
      problems.push(`The columns "${other}" and "${column}" are both mapped to "${name}"`);
    } else holders.set(name, column);
  }
  return { mapping, problems };
}

function parsed(text: string): Mapping | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : null;
  } catch {
    return null;
  }
}

export function isMapping(value: unknown): value is Mapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => each === null || typeof each === 'string');
}

/** The field of each heading by its name or label; null for an unknown one and for a second of the same. */
export function guessedMapping(headings: readonly string[], format: CsvFormat): Mapping {
  const named = columnNames(format);
  const fields = new Set(format.columns.map(({ name }) => name));
  const mapping: Record<string, string | null> = {};
  for (const heading of headings) {
    const name = named(heading);
    const isFree = fields.has(name) && !Object.values(mapping).includes(name);
    if (heading.trim() !== '') mapping[heading.trim()] ??= isFree ? name : null;
  }
  return mapping;
}
