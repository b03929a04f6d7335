import { shortened } from '~/kit/shared/fields/cut-text';
import type { Field } from '~/kit/shared/fields/fields';
import { guessedDates } from '../dates.rules';
import { guessedDecimal, isNumberField } from '../decimals.rules';
import { columnNamed, type CsvColumn, type CsvFormat } from '../formats.rules';
import { readHeading } from '../heading.rules';
import { fieldOf } from '../mapping-edits.rules';
import { canJoin, type Mapping, matchProblem } from '../mapping.rules';
import { plainText } from '../texts.rules';
import type { FileHead } from './file-heads.client';

export interface MappingProps {
  format: CsvFormat;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

export interface FileColumn {
  heading: string;
  at: number;
  /** Its first values, to be shown. */
  samples: string;
  /** Its values in the first rows, each once. */
  texts: readonly string[];
  /** So many of the first rows have a value. */
  filled: number;
}

const mostSamples = 3;
const longestSample = 40;

/** The columns of a file; one without a heading and without values is none. */
export function columnsOf({ headings, header, rows }: FileHead): FileColumn[] {
  return headings.flatMap((heading, at) => {
    const values = rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');
    if (values.length === 0 && !header.cells[at]?.trim()) return [];
    const texts = [...new Set(values)];
    const shown = texts.slice(0, mostSamples).map((text) => shortened(text, longestSample));
    const filled = values.length;
    return [{ heading, at, samples: shown.join(' · '), texts, filled }];
  });
}

/** The fields that a column may go to; `own` are those that it has. A taken text takes it too. */
export function fieldChoices(
  format: CsvFormat,
  { fields }: Mapping,
  own: readonly (string | null)[],
) {
  return format.columns.map((column) => {
    const { name, field } = column;
    const { columns = [], part } = fields[name] ?? {};
    const isTaken = columns.length > 0 && !own.includes(name);
    const isJoined = isTaken && part === undefined;
    const how = canJoin(field) ? 'joined with' : 'where empty:';
    const note = isJoined ? ` (${how} ${columns.join(', ')})` : '';
    return {
      value: name,
      label: `${field.label}${isNeeded(format, column) ? ' *' : ''}${note}`,
      disabled: isTaken && !isJoined,
    };
  });
}

function isNeeded({ key, isKeyNeeded }: CsvFormat, { name, field, initial }: CsvColumn): boolean {
  return (field.required && initial === undefined) || (isKeyNeeded && name === key);
}

/** Why nothing can be read with this mapping, or null. */
export function mappingProblem(format: CsvFormat, mapping: Mapping | null): string | null {
  const { key, isKeyNeeded, standIns = {} } = format;
  const sources = Object.values(mapping?.fields ?? {});
  if (!sources.some((source) => source.columns)) return 'Choose a field for at least one column';
  const names = [key, ...((mapping?.stand_ins && standIns[key]) || [])];
  const hasKey = names.some((name) => mapping?.fields[name]?.columns);
  if (mapping && (!isKeyNeeded || hasKey)) return matchProblem(mapping, format);
  const label = columnNamed(format, key)?.field.label ?? key;
  return `Choose the column for ${label}. It identifies each row.`;
}

/** Whether a column shows with what its field is joined: the first one of them does. */
export function joinedColumns(mapping: Mapping, heading: string): readonly string[] | null {
  const { columns = [] } = mapping.fields[fieldOf(mapping, heading) ?? ''] ?? {};
  return columns.length > 1 && columns[0] === heading ? columns : null;
}

/** The texts of the first rows that become numbers; number cells of a spreadsheet are none. */
export const numberTexts = textsFor(isNumberField);
/** The texts of the first rows that become days. */
export const dateTexts = textsFor(({ kind }) => kind === 'day');

function textsFor(isIncluded: (field: Field) => boolean) {
  return ({ headings, rows }: FileHead, format: CsvFormat, { fields }: Mapping): string[] =>
    Object.entries(fields).flatMap(([name, { columns: [heading = null] = [] }]) => {
      const column = columnNamed(format, name);
      if (heading === null || !column || !isIncluded(column.field)) return [];
      const at = headings.indexOf(heading);
      const texts = rows.filter(({ numbers }) => !numbers?.includes(at));
      return texts.map(({ cells }) => cells[at] ?? '');
    });
}

/** Whether a field has the same text in several of the first rows. */
export function hasRepeats(
  { header, rows }: FileHead,
  format: CsvFormat,
  { mapping, field }: { mapping: Mapping; field: string },
): boolean {
  const column = readHeading(header, format, mapping).columns.find(({ name }) => name === field);
  const texts = rows.map(({ cells }) => plainText(column?.textIn(cells) ?? ''));
  const filled = texts.filter((text) => text !== '');
  return new Set(filled).size < filled.length;
}

/** Whether no number of the first rows may be written with a decimal comma. */
export function hasPoints(head: FileHead, format: CsvFormat, mapping: Mapping): boolean {
  const guess = guessedDecimal(numberTexts(head, format, mapping));
  return guess === null || (guess.decimal === '.' && guess.doubt === null);
}

/**
 * A remembered mapping for another file: its decimals, dates and encoding count only where those of the file cannot be
 * detected.
 */
export function rememberedFor(head: FileHead, format: CsvFormat, mapping: Mapping): Mapping {
  const { decimal, dates, encoding, ...others } = mapping;
  const numbers = guessedDecimal(numberTexts(head, format, mapping));
  const days = guessedDates(dateTexts(head, format, mapping));
  return {
    ...others,
    ...(numbers?.doubt === null ? {} : { decimal }),
    ...(days?.doubt === null ? {} : { dates }),
    ...(isGuessed(head) ? { encoding } : {}),
  };
}

/** Whether the encoding of a text file is not certain. */
export function isGuessed({ detected }: FileHead): boolean {
  return detected === 'windows-1252';
}

/** The mapping for the request: with the way that the numbers and dates of the file are written. */
export function settledMapping(head: FileHead, format: CsvFormat, mapping: Mapping): Mapping {
  return {
    ...mapping,
    decimal: mapping.decimal ?? guessedDecimal(numberTexts(head, format, mapping))?.decimal,
    dates: mapping.dates ?? guessedDates(dateTexts(head, format, mapping))?.order,
  };
}
