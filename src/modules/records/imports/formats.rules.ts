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
}

/** The name of the column that a heading means, by name, synonym or label; else the heading itself, plain. */
export function columnNames({ columns, synonyms }: CsvFormat): (heading: string) => string {
  const names = new Map<string, string>();
  for (const { name, field } of columns) names.set(plain(field.label), name);
  for (const [synonym, name] of Object.entries(synonyms)) names.set(synonym, name);
  for (const { name } of columns) names.set(name, name);
  return (heading) => names.get(plain(heading)) ?? plain(heading);
}

/** `gst_no` of " GST No. "; a heading without letters and digits stays. */
function plain(heading: string): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.join('_') ?? heading.trim();
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
