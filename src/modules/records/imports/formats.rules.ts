import { printRow } from '~/kit/shared/csv/csv';
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
}

export interface Join {
  field: string;
  /** In the order of the text. */
  parts: readonly string[];
  separator: string;
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
  /** Two texts that each new record needs: where one is empty, a mapping may let it take the other one. */
  standIns?: readonly [string, string];
  /** The columns besides the key that may identify the record of a row. */
  matches?: readonly string[];
}

export function columnNamed({ columns }: CsvFormat, name: string | null): CsvColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** The name of the column that a heading means, by name, synonym or label; else the heading itself, plain. */
export function columnNames({ columns, synonyms }: CsvFormat): (heading: string) => string {
  const names = new Map<string, string>();
  for (const { name, field } of columns) names.set(plain(field.label), name);
  for (const [synonym, name] of Object.entries(synonyms)) names.set(synonym, name);
  for (const { name } of columns) names.set(name, name);
  return (heading) => names.get(plain(heading)) ?? plain(heading);
}

/** The fields that no column of a file names and that others make up, each with those of its parts that are there. */
export function joinsIn(names: ReadonlySet<string>, { joins = [] }: CsvFormat): Join[] {
  const taken = new Set(names);
  const free = new Set(names);
  return joins.flatMap(({ field, parts, separator }) => {
    const present = parts.filter((part) => free.has(part));
    if (taken.has(field) || present.length === 0) return [];
    taken.add(field);
    for (const part of present) free.delete(part);
    return [{ field, parts: present, separator }];
  });
}

/** `gst_no` of " GST No. "; a heading without letters and digits stays. */
function plain(heading: string): string {
  const terms = heading.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return terms?.join('_') ?? heading.trim();
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
