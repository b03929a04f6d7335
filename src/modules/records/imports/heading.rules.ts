import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { DateOrder } from './dates.rules';
import { isNumberField } from './decimals.rules';
import { columnNamed, columnNames, type CsvColumn, type CsvFormat, joinsIn } from './formats.rules';
import type { RowError } from './imports.fields';
import type { Mapping, Source } from './mapping.rules';
import { clipped, plainText } from './texts.rules';

/** How the numbers and dates of a field are written. */
interface Notation {
  /** The column whose texts have a decimal comma; null where numbers are written with a point. */
  commaAt: number | null;
  dates: DateOrder;
}

const usual: Notation = { commaAt: null, dates: 'dmy' };

/** A field that a file has values of. */
export interface MappedField extends CsvColumn, Located {}

interface Located extends Notation {
  name: string;
  /** Its text in a row; null where two columns of the file contradict each other. */
  textIn: (cells: readonly string[]) => string | null;
}

export interface Heading {
  columns: readonly MappedField[];
  /** Those of the columns. */
  names: ReadonlySet<string>;
  width: number;
  problems: readonly RowError[];
  /** False where the column that every row needs is missing. */
  isUsable: boolean;
  /** The field that identifies the record of a row. */
  key: string;
  /** Two fields, each of which takes the text of the other one where its own is empty. */
  standIns: readonly [string, string] | null;
}

// Written by the download of refused rows; it is not a field of a record.
export const reasonColumn = 'reason';

type Columns = Pick<Heading, 'problems'> & { columns: readonly Located[] };

/** Reads the row of headings: which fields the rows have, by the mapping or else by the names of the columns. */
export function readHeading(
  row: CsvRow,
  format: CsvFormat,
  mapping: Mapping | null = null,
): Heading {
  const { columns: own, problems } = mapping
    ? mappedColumns(row, mapping, format)
    : namedColumns(row, format);
  const { key, isKeyNeeded } = format;
  const standIns = (mapping?.stand_ins && format.standIns) || null;
  const columns = (standIns ? withBoth(own, standIns) : own).flatMap((each) => {
    const column = columnNamed(format, each.name);
    return column ? { ...column, ...each } : [];
  });
  const names = new Set(columns.map(({ name }) => name));
  const isUsable = columns.length > 0 && (names.has(key) || !isKeyNeeded);
  const missing = { row: row.line, value: null, ...missingColumns(format) };
  return {
    columns,
    names,
    width: row.cells.length,
    problems: isUsable ? problems : [...problems, missing],
    isUsable,
    key: mapping?.match ?? key,
    standIns,
  };
}

/** Adds the one of the two fields that has no column, as an empty one. */
function withBoth(
  columns: readonly Located[],
  pair: readonly [string, string],
): readonly Located[] {
  const missing = pair.filter((name) => columns.every((column) => column.name !== name));
  const [name, ...others] = missing;
  if (name === undefined || others.length > 0) return columns;
  return [...columns, { name, ...usual, textIn: () => '' }];
}

/** By the names of the columns, ignoring case, spaces and punctuation; reports unknown and duplicate ones. */
function namedColumns({ line, cells }: CsvRow, format: CsvFormat): Columns {
  const names = cells.map(columnNames(format));
  const available = new Set(format.columns.map(({ name }) => name));
  const joins = joinsIn(new Set(names), format);
  const parts = new Set(joins.flatMap((join) => join.parts));
  const positions = new Map<string, number[]>();
  const problems: RowError[] = [];
  names.forEach((name, at) => {
    const others = positions.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!available.has(name) && !parts.has(name)) {
      const heading = clipped(cells[at]?.trim() ?? '');
      const message = `Unknown column "${heading}" was ignored`;
      problems.push({ row: line, field: heading, value: heading, message });
    } else if (others) {
      others.push(at);
      problems.push(duplicate(line, name));
    } else positions.set(name, [at]);
  });
  const own = [...positions].filter(([name]) => available.has(name));
  const columns = own.map(([name, each]) => ({ name, ...usual, textIn: textAt(each) }));
  const joined = joins.map(({ field, parts: each, separator }) => {
    const texts = each.map((part) => textAt(positions.get(part) ?? []));
    return { name: field, ...usual, textIn: joinedText(texts, separator) };
  });
  return { columns: [...columns, ...joined], problems };
}

function duplicate(row: number, name: string): RowError {
  const message = `Duplicate column "${name}": rows where the two differ are rejected`;
  return { row, field: name, value: name, message };
}

/** In the order of the file, fixed values last. */
function mappedColumns({ line, cells }: CsvRow, mapping: Mapping, format: CsvFormat): Columns {
  const { fields, decimal, dates = usual.dates } = mapping;
  const numbers = new Set(
    format.columns.flatMap(({ name, field }) => (isNumberField(field) ? [name] : [])),
  );
  const headings = cells.map((cell) => cell.trim());
  const problems: RowError[] = [];
  const columns = Object.entries(fields).map(([name, source]) => {
    const positions = (source.columns ?? []).map((column) => positionsOf(headings, column));
    for (const _ of positions.flatMap((own) => own.slice(1))) problems.push(duplicate(line, name));
    const at = positions[0]?.[0] ?? cells.length;
    // A fixed value was typed in this program, not in the one that wrote the file.
    const commaAt = decimal === ',' && numbers.has(name) ? at : null;
    const own = source.columns ? { commaAt, dates } : usual;
    return { name, at, ...own, textIn: textOf(source, positions.map(textAt)) };
  });
  columns.sort((one, other) => one.at - other.at);
  return { columns, problems };
}

function positionsOf(headings: readonly string[], column: string): number[] {
  return headings.flatMap((heading, at) => (heading === column ? [at] : []));
}

type TextIn = MappedField['textIn'];

function textOf({ fixed = '', separator, part, values }: Source, texts: readonly TextIn[]): TextIn {
  const [first, ...others] = texts;
  if (!first) return () => fixed;
  const text = others.length > 0 ? joinedText(texts, separator) : first;
  const own = part ? cut(text, part, separator) : text;
  return values ? exchanged(own, values) : own;
}

function joinedText(texts: readonly TextIn[], separator = ' '): TextIn {
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
  const available = new Map(
    Object.entries(values).map(([text, value]) => [plainText(text), value]),
  );
  return (cells) => {
    const text = textIn(cells);
    return text === null ? null : (available.get(plainText(text)) ?? text);
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
