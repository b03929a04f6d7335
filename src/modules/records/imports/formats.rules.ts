import { printRow } from '~/kit/shared/csv/csv';
import { customKey } from '~/kit/shared/fields/custom';
import type { Field } from '~/kit/shared/fields/fields';

export interface CsvColumn {
  name: string;
  field: Field;
  /** Its texts are few, so that each is checked once. */
  repeats?: boolean;
  /** The value of a new record for an empty cell; a known record keeps its own. */
  initial?: unknown;
  /** The value of a text that other programs write into such a column; null for the text itself. */
  meaning?: (text: string) => string | null;
  /** In a file of another program an unknown value is left empty, and its row counts without it; choices unless false. */
  isMinor?: boolean;
  /** The rule for the values of another program, where it is wider than that for what is typed. */
  ofOthers?: Field;
  /** The field whose numbers other programs write its value after: `120 PCS`. */
  after?: string;
  /** Several columns of another program are joined, a line each; else the first filled one counts. */
  isJoined?: boolean;
}

export interface Join {
  field: string;
  /** In the order of the text. */
  parts: readonly string[];
  separator: string;
}

/** An export of another program. All headings are in plain form (docs/product/imports.md#other-programs). */
export interface Program {
  /** As in "Looks like a Zoho CRM leads export". */
  name: string;
  /** It is recognized where all of these headings are there. */
  signs: readonly string[];
  /** The field or fields, or the part of a join, that each heading means, the best source first; none leaves it out. */
  headings: Readonly<Record<string, string | readonly string[]>>;
  /** The fields that take a part of their column alone. */
  parts?: Readonly<Record<string, { separator: string; part: 'first' | 'rest' }>>;
  /** The field that the columns with a question in their heading go to. */
  questions?: string;
  /** Rows of one record: below the first row with a text in column `by`, empty cells of these columns mean its texts. */
  fillDown?: { by: string; columns: readonly string[] };
  /** Rows without a record: those with one of these texts in the column. */
  skips?: { column: string; texts: readonly string[] };
}

/** The columns that a file of a kind of records can have (docs/product/imports.md#columns). */
export interface CsvFormat {
  /** In the order of the export. */
  columns: readonly CsvColumn[];
  /** Other names of columns, in plain form. */
  synonyms: Readonly<Record<string, string>>;
  /** The column that identifies the record of a row. */
  key: string;
  /** Without it no row can be read; else those without it are new ones. */
  isKeyNeeded: boolean;
  /** What fills a field that no column names: the first of these whose columns, by their plain names, are there. */
  joins?: readonly Join[];
  /** By field of a new record: where it is empty, a mapping may let it take the first filled one of these. */
  standIns?: Readonly<Record<string, readonly string[]>>;
  /** The columns besides the key that may identify the record of a row. */
  matches?: readonly string[];
  /** The exports of other programs that are known; the first that fits is meant. */
  programs?: readonly Program[];
}

/** Columns of another program that are left out, by their plain headings with spaces between them. */
export function without(headings: string): Program['headings'] {
  return Object.fromEntries(headings.split(' ').map((heading) => [heading, []]));
}

export function columnNamed({ columns }: CsvFormat, name: string | null): CsvColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** The name of the column that a heading means, by name, synonym or label; else the heading itself, plain. */
export function columnNames({ columns, synonyms }: CsvFormat): (heading: string) => string {
  const names = new Map<string, string>();
  for (const { name, field } of columns) names.set(plainHeading(field.label), name);
  for (const [synonym, name] of Object.entries(synonyms)) names.set(synonym, name);
  for (const { name } of columns) names.set(name, name);
  return (heading) => {
    const plain = plainHeading(heading);
    return names.get(plain) ?? plain;
  };
}

/** The program that has written a file with these headings; null for none that is known. */
export function programOf(
  headings: readonly string[],
  { programs = [] }: CsvFormat,
): Program | null {
  const present = new Set(headings.map(plainHeading));
  return programs.find(({ signs }) => signs.every((sign) => present.has(sign))) ?? null;
}

/** "Looks like a Zoho CRM leads export", or null. */
export function programText(program: Program | null): string | null {
  if (!program) return null;
  const article = /^[AEIO]/.test(program.name) ? 'an' : 'a';
  return `Looks like ${article} ${program.name} export`;
}

/** `gst_no` of " GST No. "; a heading without letters and digits stays. */
export function plainHeading(heading: string): string {
  const terms = heading.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return terms?.join('_') ?? heading.trim();
}

/** The format with the company's own fields of its kind, also by their keys and by the headings of exports, ours and Odoo's. */
export function withOwnColumns(format: CsvFormat, own: readonly CsvColumn[]): CsvFormat {
  if (own.length === 0) return format;
  const named = columnNames(format);
  const isFree = (heading: string) => !columnNamed(format, named(heading));
  const synonyms = own.flatMap(({ name }) => {
    const key = customKey(name) ?? name;
    return [plainHeading(name), key, `x_studio_${key}`]
      .filter(isFree)
      .map((heading) => [heading, name] as const);
  });
  return {
    ...format,
    columns: [...format.columns, ...own],
    synonyms: { ...Object.fromEntries(synonyms), ...format.synonyms },
  };
}

/** The choice that a text names, as it is stored or as the screens show it; null for none. */
export function choiceNamed({ choices }: Field, text: string): string | null {
  if (!choices) return null;
  const word = text.toLowerCase();
  const found = choices.find(
    (each) => each.value.toLowerCase() === word || each.label.toLowerCase() === word,
  );
  return found?.value ?? null;
}

/** A file to fill in: a header with these columns, and rows marked as samples. */
export function sampleFile(
  names: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): string {
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => printRow(cells))
    .join('');
}
