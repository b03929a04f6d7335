import { parseCell } from '~/kit/shared/csv/csv';
import { choiceNamed, type CsvColumn } from './formats.rules';
import { canJoin, type Mapping, type Source } from './mapping.rules';
import { plainText } from './texts.rules';
import { isPlaceholder } from './tidy.rules';

/** The field that takes its value from a column, or from the first part or the rest of a split one; null for none. */
export function fieldOf({ fields }: Mapping, column: string, isRest = false): string | null {
  const found = Object.entries(fields).find(
    ([, { columns, part }]) => columns?.includes(column) && (part === 'rest') === isRest,
  );
  return found?.[0] ?? null;
}

/** Gives a column to a field, joined with those that the field has; null leaves the column out. */
export function withColumn(mapping: Mapping, column: string, field: string | null): Mapping {
  const fields = without(mapping, column);
  if (field === null) return { ...mapping, fields };
  const { fixed: _, columns = [], ...own } = fields[field] ?? {};
  return { ...mapping, fields: { ...fields, [field]: { ...own, columns: [...columns, column] } } };
}

/** The same for a field whose columns cannot be joined: the first filled one counts. */
export function withAlternative(
  mapping: Mapping,
  column: string,
  { name, field }: CsvColumn,
): Mapping {
  const next = withColumn(mapping, column, name);
  const isSeveral = (next.fields[name]?.columns?.length ?? 0) > 1;
  if (!isSeveral || canJoin(field)) return next;
  return withSource(next, name, { pick: 'first_filled' });
}

/** Gives both parts of a column to fields, each of which may be null. */
export function withSplit(
  mapping: Mapping,
  column: string,
  { first, rest, separator }: { first: string | null; rest: string | null; separator: string },
): Mapping {
  const fields = without(mapping, column);
  const source = { columns: [column], separator };
  if (first !== null) fields[first] = { ...source, part: 'first' };
  if (rest !== null) fields[rest] = { ...source, part: 'rest' };
  return { ...mapping, fields };
}

/** The sources of the other columns; a field that took this one alone has none. */
function without({ fields }: Mapping, column: string): Mapping['fields'] {
  const others = Object.entries(fields).flatMap(([name, source]): [string, Source][] => {
    if (!source.columns?.includes(column)) return [[name, source]];
    const columns = source.columns.filter((each) => each !== column);
    return columns.length === 0 ? [] : [[name, { ...source, columns }]];
  });
  return Object.fromEntries(others);
}

/** Changes something of a field that has a source. */
export function withSource(mapping: Mapping, field: string, patch: Source): Mapping {
  const source = { ...mapping.fields[field], ...patch };
  return { ...mapping, fields: { ...mapping.fields, [field]: source } };
}

/** Gives a field the same value in each row, or none. */
export function withFixed(mapping: Mapping, field: string, fixed: string | null): Mapping {
  const { [field]: _, ...others } = mapping.fields;
  return { ...mapping, fields: fixed === null ? others : { ...others, [field]: { fixed } } };
}

/** Sets the choice that a text of the file means: '' for none, null where its rows are refused. */
export function withValue(
  mapping: Mapping,
  field: string,
  { text, value }: { text: string; value: string | null },
): Mapping {
  const values = Object.entries(mapping.fields[field]?.values ?? {}).filter(
    ([other]) => plainText(other) !== plainText(text),
  );
  const all = value === null ? values : [...values, [text, value] as const];
  return withSource(mapping, field, { values: Object.fromEntries<string>(all) });
}

const mostUnknown = 50;

function isWordOf({ field, meaning }: CsvColumn, text: string): boolean {
  const meant = meaning?.(text) ?? text;
  if (isPlaceholder(text)) return true;
  return field.kind === 'flag'
    ? typeof parseCell(field, meant) === 'boolean'
    : choiceNamed(field, meant) !== null;
}

/** A column whose values are from a list: its choices, or the names of records. */
type ListedColumn = CsvColumn & { names?: readonly string[] };

/** The texts of a file that do not name a value of a field, each spelling once, and those that were given one. */
export function unknownValues(
  column: ListedColumn,
  { values = {} }: Source,
  texts: readonly string[],
): string[] {
  const found = new Map<string, string>();
  const names = new Set(column.names?.map(plainText));
  for (const text of [...Object.keys(values), ...texts]) {
    const isValid = names.has(plainText(text)) || isWordOf(column, text.trim());
    if (text.trim() !== '' && !isValid && !found.has(plainText(text))) {
      found.set(plainText(text), text.trim());
    }
  }
  return [...found.values()].slice(0, mostUnknown);
}
