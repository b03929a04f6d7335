import { z } from 'zod';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { type Encoding, encodingNames } from '~/kit/shared/csv/encodings';
import type { Field } from '~/kit/shared/fields/fields';
import { columnsIn, type FileColumns } from './columns.rules';
import { columnNamed, columnNames, type CsvColumn, type CsvFormat } from './formats.rules';
import { headingAt, headingRow, mostHeadingRows } from './heading-row.rules';

/** Where the value of a field comes from: columns of the file, or a fixed value. */
const sourceSchema = z.strictObject({
  /** By their names (`columnLabels`); several are joined in this order, but for empty cells. */
  columns: z.array(z.string()).min(1).max(10).optional(),
  /** The first filled one of the columns counts; they are not joined. */
  pick: z.literal('first_filled').optional(),
  /** Between joined columns, a space where none is sent; or where a column is cut. */
  separator: z.string().max(10).optional(),
  /** The text before the first separator, or after it. */
  part: z.enum(['first', 'rest']).optional(),
  fixed: z.string().max(1000).optional(),
  /** The value for a text of the file, ignoring case; '' leaves the cell empty. The text '' means empty cells. */
  values: z.record(z.string(), z.string()).optional(),
  /** A value that would refuse its row is left empty. */
  invalid: z.literal('empty').optional(),
});

const mappingSchema = z.strictObject({
  fields: z.record(z.string(), sourceSchema),
  /** The line of the file that the headings are in; detected where it is not sent. */
  heading_line: z.int().min(1).optional(),
  /** How numbers are written; a point where it is not sent. */
  decimal: z.enum(['.', ',']).optional(),
  /** Whether the day or the month comes first in dates of numbers; the day where it is not sent. */
  dates: z.enum(['dmy', 'mdy']).optional(),
  /** How the letters of a text file are written; detected where it is not sent. */
  encoding: z.enum(encodingNames).optional(),
  /** Whether a field that a new record needs takes another one where it is empty. */
  stand_ins: z.boolean().optional(),
  /** Whether values are read as other programs write them. */
  tidy: z.boolean().optional(),
  /** In rows with the same text in column `by`, empty cells of these columns take the text of the first one. */
  fill_down: z.strictObject({ by: z.string(), columns: z.array(z.string()).max(50) }).optional(),
  /** Rows with one of these texts in the column are left out. */
  skip_rows: z
    .strictObject({ column: z.string(), texts: z.array(z.string()).min(1).max(50) })
    .optional(),
  /** The field that known records are found by; the key of the kind where it is not sent. */
  match: z.string().optional(),
});

const namesSchema = z.record(z.string(), z.string().nullable());

export type Source = z.infer<typeof sourceSchema>;

/** Where the values of each field of a record come from (docs/product/imports.md#mapping). */
export type Mapping = z.infer<typeof mappingSchema>;

export interface Fitted {
  mapping: Mapping;
  /** A sentence for each part that does not fit the file. The mapping is without these parts. */
  problems: readonly string[];
}

/**
 * Checks the mapping of a request against the first rows of a file. Besides a `Mapping` it may be an object of columns
 * and their fields.
 */
export function readMapping(text: string, rows: readonly CsvRow[], format: CsvFormat): Fitted {
  const sent = parsed(text);
  const line = mappingSchema.safeParse(sent).data?.heading_line;
  const chosen = rows.slice(0, mostHeadingRows).findIndex((row) => row.line === line);
  if (line !== undefined && chosen < 0) {
    const problem = `Line ${line} cannot be the row of headings: it must be a filled one of the first ${mostHeadingRows}`;
    return { mapping: { fields: {} }, problems: [problem] };
  }
  const at = line === undefined ? headingAt(rows, format) : chosen;
  const { cells = [], line: heading_line } = headingRow(rows, at)?.header ?? {};
  const found = mappingOf(sent, cells, format);
  if (!found) return { mapping: { fields: {} }, problems: [shape] };
  return { ...found, mapping: { ...found.mapping, heading_line } };
}

const shape = 'The mapping must be a JSON object of columns and their fields';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The encoding that the mapping of a request has chosen, by which the file is read before the rest of it is checked. */
export function encodingOf(text: string): Encoding | undefined {
  return mappingSchema.safeParse(parsed(text)).data?.encoding;
}

/** The mapping as far as it fits a file with these headings; null for any other value. */
export function mappingOf(
  sent: unknown,
  headings: readonly string[],
  format: CsvFormat,
): Fitted | null {
  const present = columnsIn(headings);
  const names = namesSchema.safeParse(sent);
  if (names.success) return fromNames(names.data, { ...present, headings }, format);
  const mapping = mappingSchema.safeParse(sent);
  return mapping.success ? fitted(mapping.data, present, format) : null;
}

/** A column that is not mentioned counts by its name, unless its field is taken. */
function fromNames(
  sent: Readonly<Record<string, string | null>>,
  { headings, labels, positionsOf }: FileColumns & { headings: readonly string[] },
  format: CsvFormat,
): Fitted {
  const named = columnNames(format);
  const available = new Set(format.columns.map(({ name }) => name));
  const mentioned = new Set<number>();
  const columns = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, target] of Object.entries(sent)) {
    const column = key.trim();
    const positions = positionsOf(column);
    for (const at of positions) mentioned.add(at);
    if (positions.length === 0) problems.push(`The file has no column "${column}"`);
    if (target === null || target.trim() === '') continue;
    const name = named(target);
    const other = columns.get(name);
    if (!available.has(name)) {
      problems.push(`There is no field "${target}" for the column "${column}"`);
    } else if (other !== undefined) {
      problems.push(`The columns "${other}" and "${column}" are both mapped to "${name}"`);
    } else columns.set(name, column);
  }
  headings.forEach((heading, at) => {
    const name = named(heading);
    if (mentioned.has(at) || columns.has(name) || !available.has(name)) return;
    const isWhole = positionsOf(heading).every((position) => !mentioned.has(position));
    columns.set(name, isWhole ? heading.trim() : (labels[at] ?? heading));
  });
  return { mapping: { fields: fieldsOf(columns) }, problems };
}

function fieldsOf(columns: ReadonlyMap<string, string>): Mapping['fields'] {
  return Object.fromEntries([...columns].map(([name, column]) => [name, { columns: [column] }]));
}

function fitted(sent: Mapping, present: FileColumns, format: CsvFormat): Fitted {
  const problems: string[] = [];
  const fields = Object.entries(sent.fields).filter(([name, source]) => {
    const column = columnNamed(format, name);
    const found = column ? sourceProblem(column, source, present) : `There is no field "${name}"`;
    if (found !== null) problems.push(found);
    return found === null;
  });
  const { fill_down, skip_rows, ...own } = sent;
  const ofRows = [...(fill_down ? [fill_down.by, ...fill_down.columns] : []), skip_rows?.column];
  const missing = ofRows.find(
    (column) => column !== undefined && present.positionsOf(column).length === 0,
  );
  if (missing !== undefined) problems.push(`The file has no column "${missing}"`);
  const rules = missing === undefined ? { fill_down, skip_rows } : {};
  const mapping: Mapping = { ...own, ...rules, fields: Object.fromEntries(fields) };
  const match = matchProblem(mapping, format);
  if (match === null) return { mapping, problems };
  const { match: _, ...others } = mapping;
  return { mapping: others, problems: [...problems, match] };
}

/** Why known records cannot be found as the mapping says, or null. */
export function matchProblem({ match, fields }: Mapping, format: CsvFormat): string | null {
  const { key, matches = [] } = format;
  if (match === undefined || match === key) return null;
  const column = columnNamed(format, match);
  if (!column || !matches.includes(match)) return `Records are not matched by the field "${match}"`;
  const isThere = fields[match]?.columns !== undefined;
  return isThere ? null : `Choose the column for ${column.field.label}. It identifies each row.`;
}

function sourceProblem(
  { name, field }: CsvColumn,
  { columns = [], pick, separator, part, fixed, values = {} }: Source,
  { positionsOf }: FileColumns,
): string | null {
  const missing = columns.find((column) => positionsOf(column).length === 0);
  if (missing !== undefined) return `The file has no column "${missing}"`;
  if ((columns.length === 0) === (fixed === undefined)) {
    return `The field "${name}" needs either columns or a fixed value`;
  }
  if (new Set(columns).size < columns.length) {
    return `The field "${name}" takes each column only once`;
  }
  if (columns.length > 1 && !pick && !canJoin(field)) {
    return `The field "${name}" is not a text and takes one column only`;
  }
  if (part && (columns.length !== 1 || !separator)) {
    return `A part for the field "${name}" needs one column and a separator`;
  }
  const wrong = Object.values(values).find((text) => text !== '' && !isChoice(field, text));
  return wrong === undefined ? null : `"${wrong}" is not a value of the field "${name}"`;
}

/** Whether the field may take several columns, one after the other. */
export function canJoin({ kind }: Field): boolean {
  return kind === 'text' || kind === 'longText';
}

function isChoice({ choices }: Field, text: string): boolean {
  return choices?.some(({ value }) => value === text) ?? true;
}
