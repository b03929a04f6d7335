import { z } from 'zod';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { type Encoding, encodingNames } from '~/kit/shared/csv/encodings';
import type { Field } from '~/kit/shared/fields/fields';
import { columnNamed, columnNames, type CsvColumn, type CsvFormat, joinsIn } from './formats.rules';
import { headingAt, mostHeadingRows } from './heading-row.rules';

/** Where the value of a field comes from: columns of the file, or a fixed value. */
const sourceSchema = z.strictObject({
  /** By their headings; several are joined in this order, but for empty cells. */
  columns: z.array(z.string()).min(1).max(10).optional(),
  /** Between joined columns, a space where none is sent; or where a column is cut. */
  separator: z.string().max(10).optional(),
  /** The text before the first separator, or after it. */
  part: z.enum(['first', 'rest']).optional(),
  fixed: z.string().max(1000).optional(),
  /** The value for a text of the file, ignoring case; '' for an empty cell. */
  values: z.record(z.string(), z.string()).optional(),
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
  /** Whether each of the texts that a new record needs takes the other one where it is empty. */
  stand_ins: z.boolean().optional(),
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
  const header = rows.slice(0, mostHeadingRows).find((row) => row.line === line);
  if (line !== undefined && !header) {
    const problem = `Line ${line} cannot be the row of headings: it must be a filled one of the first ${mostHeadingRows}`;
    return { mapping: { fields: {} }, problems: [problem] };
  }
  const { cells = [], line: heading_line } = header ?? rows[headingAt(rows, format)] ?? {};
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
  const present = new Set(headings.map((heading) => heading.trim()));
  const names = namesSchema.safeParse(sent);
  if (names.success) return fromNames(names.data, present, format);
  const mapping = mappingSchema.safeParse(sent);
  return mapping.success ? fitted(mapping.data, present, format) : null;
}

/** A column that is not mentioned counts by its name, unless its field is taken. */
function fromNames(
  sent: Readonly<Record<string, string | null>>,
  present: ReadonlySet<string>,
  format: CsvFormat,
): Fitted {
  const named = columnNames(format);
  const available = new Set(format.columns.map(({ name }) => name));
  const mentioned = new Set<string>();
  const columns = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, target] of Object.entries(sent)) {
    const column = key.trim();
    mentioned.add(column);
    if (!present.has(column)) problems.push(`The file has no column "${column}"`);
    if (target === null || target.trim() === '') continue;
    const name = named(target);
    const other = columns.get(name);
    if (!available.has(name)) {
      problems.push(`There is no field "${target}" for the column "${column}"`);
    } else if (other !== undefined) {
      problems.push(`The columns "${other}" and "${column}" are both mapped to "${name}"`);
    } else columns.set(name, column);
  }
  for (const heading of present) {
    const name = named(heading);
    if (mentioned.has(heading) || columns.has(name) || !available.has(name)) continue;
    columns.set(name, heading);
  }
  return { mapping: { fields: fieldsOf(columns) }, problems };
}

function fieldsOf(columns: ReadonlyMap<string, string>): Mapping['fields'] {
  return Object.fromEntries([...columns].map(([name, column]) => [name, { columns: [column] }]));
}

function fitted(sent: Mapping, present: ReadonlySet<string>, format: CsvFormat): Fitted {
  const problems: string[] = [];
  const fields = Object.entries(sent.fields).filter(([name, source]) => {
    const column = columnNamed(format, name);
    const found = column ? sourceProblem(column, source, present) : `There is no field "${name}"`;
    if (found !== null) problems.push(found);
    return found === null;
  });
  const mapping: Mapping = { ...sent, fields: Object.fromEntries(fields) };
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
  { columns = [], separator, part, fixed, values = {} }: Source,
  present: ReadonlySet<string>,
): string | null {
  const missing = columns.find((column) => !present.has(column));
  if (missing !== undefined) return `The file has no column "${missing}"`;
  if ((columns.length === 0) === (fixed === undefined)) {
    return `The field "${name}" needs either columns or a fixed value`;
  }
  if (new Set(columns).size < columns.length) {
    return `The field "${name}" takes each column only once`;
  }
  if (columns.length > 1 && !canJoin(field)) {
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

/**
 * The field of each heading by its name or label, and of several that make up a text; a second one of the same is left
 * out, and so are the ids of another program, such as 00Q5g00000xyz.
 */
export function guessedMapping(
  headings: readonly string[],
  format: CsvFormat,
  rows: readonly CsvRow[] = [],
): Mapping {
  const named = columnNames(format);
  const available = new Set(format.columns.map(({ name }) => name));
  const columns = new Map<string, string>();
  for (const [at, heading] of headings.entries()) {
    const name = named(heading);
    const isForeign =
      name === 'id' && rows.some(({ cells }) => !/^\d*$/.test(cells[at]?.trim() ?? ''));
    if (!columns.has(name) && !isForeign) columns.set(name, heading.trim());
  }
  const joined = joinsIn(new Set(columns.keys()), format).map(({ field, parts, separator }) => {
    const own = parts.flatMap((part) => columns.get(part) ?? []);
    return [field, { columns: own, separator }] as const;
  });
  const own = new Map([...columns].filter(([name]) => available.has(name)));
  const fields = { ...fieldsOf(own), ...Object.fromEntries<Source>(joined) };
  return format.standIns ? { fields, stand_ins: true } : { fields };
}
