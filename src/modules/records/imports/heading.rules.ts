import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Field } from '~/kit/shared/fields/fields';
import { columnLabels, columnsIn } from './columns.rules';
import type { DateOrder } from './dates.rules';
import { isNumberField } from './decimals.rules';
import {
  columnNamed,
  columnNames,
  type CsvColumn,
  type CsvFormat,
  type Program,
  programOf,
} from './formats.rules';
import { guessedMapping } from './guess.rules';
import type { RowError } from './imports.fields';
import type { Mapping, Source } from './mapping.rules';
import { clipped, plainText } from './texts.rules';
import { nothingIn, tidied } from './tidy.rules';

/** How the numbers and dates of a field are written. */
interface Notation {
  /** The column whose texts have a decimal comma; null where numbers are written with a point. */
  commaAt: number | null;
  dates: DateOrder;
}

const usual: Notation = { commaAt: null, dates: 'dmy' };

/** A field that a file has values of. */
export interface MappedField extends CsvColumn, Located {
  /** Values of other programs are tidied. */
  isTidy: boolean;
}

interface Located extends Notation {
  name: string;
  /** Its text in a row; null where two columns of the file contradict each other. */
  textIn: (cells: readonly string[]) => string | null;
  /** Of several columns of which the first filled one counts: the first other text and its heading. */
  otherIn: ((cells: readonly string[]) => { heading: string; text: string } | null) | null;
  /** A value that would refuse its row is left empty. */
  isLenient: boolean;
}

/** Rows of one record: below the first one with a text at `by`, empty cells of `columns` take its texts. */
interface FillDown {
  by: number;
  columns: readonly number[];
}

export interface Heading {
  columns: readonly MappedField[];
  /** Those of the columns. */
  names: ReadonlySet<string>;
  /** How many cells a row may have; any number in a sheet. */
  widths: { least: number; most: number };
  /** Where the columns are that fields take their values from. */
  taken: ReadonlySet<number>;
  problems: readonly RowError[];
  /** False where the column that every row needs is missing. */
  isUsable: boolean;
  /** The field that identifies the record of a row. */
  key: string;
  /** By field: the fields whose text it takes where its own is empty, the first filled one. */
  standIns: Readonly<Record<string, readonly string[]>>;
  isTidy: boolean;
  fillDown: FillDown | null;
  /** Whether a row has no record. */
  isSkipped: (cells: readonly string[]) => boolean;
  /** The headings of columns that are left out. */
  unused: readonly string[];
  /** The program that has written the file; null for none that is known. */
  program: Program | null;
}

// Written by the download of refused rows; it is not a field of a record.
export const reasonColumn = 'reason';

type Columns = Pick<Heading, 'problems' | 'taken'> & { columns: readonly Located[] };

/**
 * Reads the row of headings: which fields the rows have, by the mapping or else by a guess; `rows` are the first rows below,
 * by whose values it is guessed too.
 */
export function readHeading(
  row: CsvRow,
  format: CsvFormat,
  mapping: Mapping | null = null,
  { rows = [], isSheet = false }: { rows?: readonly CsvRow[]; isSheet?: boolean } = {},
): Heading {
  const chosen = mapping ?? guessedMapping(row.cells, format, rows);
  const { columns: own, problems, taken } = mappedColumns(row, chosen, format);
  const { key, isKeyNeeded } = format;
  const standIns = (chosen.stand_ins && format.standIns) || {};
  const isTidy = chosen.tidy ?? false;
  const columns = withStandIns(own, standIns).flatMap((each) => {
    const column = columnNamed(format, each.name);
    if (!column) return [];
    const { field, ofOthers = field } = column;
    return { ...column, ...each, field: isTidy ? ofOthers : field, isTidy };
  });
  const names = new Set(columns.map(({ name }) => name));
  const isUsable = own.length > 0 && (names.has(key) || !isKeyNeeded);
  const missing = { row: row.line, value: null, ...missingColumns(format) };
  const unused = unusedIn(row.cells, chosen);
  const program = programOf(row.cells, format);
  const unknown = mapping || program ? [] : unknownColumns(row, unused, format);
  const all = [...unknown, ...problems];
  return {
    columns,
    names,
    widths: isSheet ? { least: 0, most: Infinity } : widthsOf(row, taken),
    taken,
    problems: isUsable ? all : [...all, missing],
    isUsable,
    key: chosen.match ?? key,
    standIns,
    isTidy,
    ...rowRules(row.cells, chosen),
    unused: unused.map((at) => columnLabels(row.cells)[at] ?? ''),
    program,
  };
}

/** The cells of a text must be as many as the headings, or as the columns without one that a mapping takes. */
function widthsOf({ cells }: CsvRow, taken: ReadonlySet<number>): Heading['widths'] {
  return { least: cells.length, most: Math.max(cells.length, ...[...taken].map((at) => at + 1)) };
}

/** Adds the fields that have no column but others to stand in for them, as empty ones. */
function withStandIns(
  columns: readonly Located[],
  standIns: Heading['standIns'],
): readonly Located[] {
  const names = new Set(columns.map(({ name }) => name));
  const missing = Object.entries(standIns).filter(
    ([name, others]) => !names.has(name) && others.some((other) => names.has(other)),
  );
  const empty = { ...usual, isLenient: false, textIn: () => '', otherIn: null };
  return [...columns, ...missing.map(([name]) => ({ ...empty, name }))];
}

/** Where the columns are that no field takes. */
function unusedIn(cells: readonly string[], { fields }: Mapping): number[] {
  const { positionsOf } = columnsIn(cells);
  const names = Object.values(fields).flatMap(({ columns = [] }) => columns);
  const used = new Set(names.flatMap(positionsOf));
  return cells.flatMap((cell, at) => {
    const heading = cell.trim();
    return used.has(at) || heading === '' || heading === reasonColumn ? [] : [at];
  });
}

function unknownColumns(
  { line, cells }: CsvRow,
  unused: readonly number[],
  format: CsvFormat,
): RowError[] {
  const named = columnNames(format);
  const labels = columnLabels(cells);
  return unused
    .filter((at) => columnNamed(format, named(cells[at] ?? '')) === undefined)
    .map((at) => {
      const heading = clipped(labels[at] ?? '');
      const message = `Unknown column "${heading}" was ignored`;
      return { row: line, field: heading, value: heading, message };
    });
}

function rowRules(
  cells: readonly string[],
  { fill_down, skip_rows }: Mapping,
): Pick<Heading, 'fillDown' | 'isSkipped'> {
  const { positionsOf } = columnsIn(cells);
  const at = (column = '') => positionsOf(column)[0] ?? -1;
  const skipAt = at(skip_rows?.column);
  const texts = new Set(skip_rows?.texts.map(plainText));
  const isSkipped = (row: readonly string[]) =>
    skip_rows !== undefined && texts.has(plainText(row[skipAt] ?? ''));
  if (!fill_down) return { fillDown: null, isSkipped };
  const { by, columns } = fill_down;
  return { fillDown: { by: at(by), columns: columns.map(at) }, isSkipped };
}

function duplicate(row: number, name: string): RowError {
  const message = `Duplicate column "${name}": rows where the two differ are rejected`;
  return { row, field: name, value: name, message };
}

/** In the order of the file, fixed values last. */
function mappedColumns({ line, cells }: CsvRow, mapping: Mapping, format: CsvFormat): Columns {
  const { fields, decimal, dates = usual.dates, tidy = false } = mapping;
  const numbers = new Set(
    format.columns.flatMap(({ name, field }) => (isNumberField(field) ? [name] : [])),
  );
  const { positionsOf } = columnsIn(cells);
  const problems: RowError[] = [];
  const taken = new Set<number>();
  const columns = Object.entries(fields).map(([name, source]) => {
    const positions = (source.columns ?? []).map(positionsOf);
    for (const position of positions.flat()) taken.add(position);
    for (const _ of positions.flatMap((own) => own.slice(1))) problems.push(duplicate(line, name));
    const at = positions[0]?.[0] ?? cells.length;
    // A fixed value was typed in this program, not in the one that wrote the file.
    const commaAt = decimal === ',' && numbers.has(name) ? at : null;
    const own = source.columns ? { commaAt, dates } : usual;
    const field = tidy ? columnNamed(format, name)?.field : undefined;
    const texts = positions.map((each) => (field ? tidyText(field, textAt(each)) : textAt(each)));
    const isLenient = source.invalid === 'empty';
    const { columns: from = [], pick } = source;
    // Two columns with the same choice say it in other words.
    const isWord = columnNamed(format, name)?.field.choices ?? field?.kind === 'flag';
    const isNothing = field ? nothingIn(name, field) : () => false;
    const otherIn = pick && !isWord ? otherText(from, texts, isNothing) : null;
    return { name, at, ...own, isLenient, textIn: textOf(source, texts, isNothing), otherIn };
  });
  columns.sort((one, other) => one.at - other.at);
  return { columns, problems, taken };
}

type TextIn = MappedField['textIn'];

type IsNothing = (text: string) => boolean;

function textOf(source: Source, texts: readonly TextIn[], isNothing: IsNothing): TextIn {
  const { fixed = '', pick, separator, part, values } = source;
  const [first, ...others] = texts;
  if (!first) return () => fixed;
  const several = pick ? firstFilled(texts, isNothing) : joinedText(texts, separator);
  const text = others.length > 0 ? several : first;
  const own = part ? cut(text, part, separator) : text;
  return values ? exchanged(own, values) : own;
}

function joinedText(texts: readonly TextIn[], separator = ' '): TextIn {
  return (cells) => {
    const parts = texts.map((textIn) => textIn(cells)?.trim() ?? null);
    return parts.includes(null) ? null : parts.filter((text) => text !== '').join(separator);
  };
}

/** The first that says something; where none does, the first that is filled. */
function firstFilled(texts: readonly TextIn[], isNothing: IsNothing): TextIn {
  return (cells) => {
    let filled = '';
    for (const textIn of texts) {
      const text = textIn(cells);
      if (text === null) return null;
      if (text.trim() === '') continue;
      if (!isNothing(text)) return text;
      filled ||= text;
    }
    return filled;
  };
}

function tidyText(field: Field, textIn: TextIn): TextIn {
  return (cells) => {
    const text = textIn(cells);
    return text ? tidied(field, text) : text;
  };
}

function otherText(
  headings: readonly string[],
  texts: readonly TextIn[],
  isNothing: IsNothing,
): Located['otherIn'] {
  return (cells) => {
    let first: string | null = null;
    for (const [at, textIn] of texts.entries()) {
      const text = textIn(cells)?.trim() ?? '';
      if (text === '' || isNothing(text)) continue;
      if (first === null) first = lettersOf(text);
      else if (lettersOf(text) !== first) return { heading: headings[at] ?? '', text };
    }
    return null;
  };
}

/** Two spellings of a number or a name are one text. */
function lettersOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join('') ?? text
  );
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
