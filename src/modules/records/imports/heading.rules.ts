import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { columnNames, type CsvFormat } from './formats.rules';
import type { RowError } from './imports.fields';
import type { Mapping, Source } from './mapping.rules';
import { clipped, plainText } from './texts.rules';

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

type Columns = Pick<Heading, 'columns' | 'problems'>;

/** Reads the row of headings: which fields the rows have, by the mapping or else by the names of the columns. */
export function readHeading(
  row: CsvRow,
  format: CsvFormat,
  mapping: Mapping | null = null,
): Heading {
  const { columns, problems } = mapping ? mappedColumns(row, mapping) : namedColumns(row, format);
  const { key, isKeyNeeded } = format;
  const hasKey = columns.some(({ name }) => name === key);
  const isUsable = columns.length > 0 && (hasKey || !isKeyNeeded);
  const missing = { row: row.line, value: null, ...missingColumns(format) };
  const all = isUsable ? problems : [...problems, missing];
  return { columns, width: row.cells.length, problems: all, isUsable };
}

/** By the names of the columns, ignoring case, spaces and punctuation; reports unknown and duplicate ones. */
function namedColumns({ line, cells }: CsvRow, format: CsvFormat): Columns {
  const named = columnNames(format);
  const known = new Set(format.columns.map(({ name }) => name));
  const places = new Map<string, number[]>();
  const problems: RowError[] = [];
  cells.forEach((cell, at) => {
    const name = named(cell);
    const others = places.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!known.has(name)) {
      const heading = clipped(cell.trim());
      const message = `Unknown column "${heading}" was ignored`;
      problems.push({ row: line, field: heading, value: heading, message });
    } else if (others) {
      others.push(at);
      problems.push(duplicate(line, name));
    } else places.set(name, [at]);
  });
  const columns = [...places].map(([name, own]) => ({ name, textIn: textAt(own) }));
  return { columns, problems };
}

function duplicate(row: number, name: string): RowError {
  const message = `Duplicate column "${name}": rows where the two differ are rejected`;
  return { row, field: name, value: name, message };
}

/** In the order of the file, fixed values last. */
function mappedColumns({ line, cells }: CsvRow, { fields }: Mapping): Columns {
  const headings = cells.map((cell) => cell.trim());
  const problems: RowError[] = [];
  const columns = Object.entries(fields).map(([name, source]) => {
    const places = (source.columns ?? []).map((column) => placesOf(headings, column));
    for (const _ of places.flatMap((own) => own.slice(1))) problems.push(duplicate(line, name));
    const at = places[0]?.[0] ?? cells.length;
    return { name, at, textIn: textOf(source, places.map(textAt)) };
  });
  columns.sort((one, other) => one.at - other.at);
  return { columns, problems };
}

function placesOf(headings: readonly string[], column: string): number[] {
  return headings.flatMap((heading, at) => (heading === column ? [at] : []));
}

type TextIn = MappedField['textIn'];

function textOf({ fixed = '', separator, part, values }: Source, texts: readonly TextIn[]): TextIn {
  const [first, ...others] = texts;
  if (!first) return () => fixed;
  const text = others.length > 0 ? joined(texts, separator) : first;
  const own = part ? cut(text, part, separator) : text;
  return values ? exchanged(own, values) : own;
}

function joined(texts: readonly TextIn[], separator = ' '): TextIn {
  return (cells) => {
    const parts = texts.map((textIn) => textIn(cells)?.trim() ?? null);
    return parts.includes(null) ? null : parts.filter((text) => text !== '').join(separator);
  };
}

function cut(textIn: TextIn, part: 'first' | 'rest', separator = ' '): TextIn {
  return (cells) => {
    const text = textIn(cells)?.trim();
    if (text === undefined) return null;
    const at = text.indexOf(separator);
    if (at < 0) return part === 'first' ? text : '';
    return part === 'first' ? text.slice(0, at) : text.slice(at + separator.length).trim();
  };
}

function exchanged(textIn: TextIn, values: Readonly<Record<string, string>>): TextIn {
  const known = new Map(Object.entries(values).map(([text, value]) => [plainText(text), value]));
  return (cells) => {
    const text = textIn(cells);
    return text === null ? null : (known.get(plainText(text)) ?? text);
  };
}

function textAt([first = 0, ...others]: readonly number[]): TextIn {
  if (others.length === 0) return (cells) => cells[first] ?? '';
  return (cells) => {
    const isSame = others.every((other) => cells[other]?.trim() === cells[first]?.trim());
    return isSame ? (cells[first] ?? '') : null;
  };
}

function missingColumns({ key, isKeyNeeded }: CsvFormat): Pick<RowError, 'field' | 'message'> {
  if (isKeyNeeded) return { field: key, message: `Required column "${key}" is missing` };
  const message =
    'This file has no known column names. Map its columns, or rename them as in the sample file.';
  return { field: null, message };
}
