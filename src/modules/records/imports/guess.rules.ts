import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { isEmail, isPhone } from '~/kit/shared/fields/contact';
import { columnLabels } from './columns.rules';
import {
  choiceNamed,
  columnNamed,
  columnNames,
  type CsvColumn,
  type CsvFormat,
  type Join,
  plainHeading,
  type Program,
  programOf,
} from './formats.rules';
import type { Mapping, Source } from './mapping.rules';
import { firstPhone, isPlaceholder } from './tidy.rules';

/** So many first rows of a file are looked at. */
const mostGuessedRows = 500;
const mostTexts = 100;

interface Column {
  /** Its name (`columnLabels`). */
  heading: string;
  /** What its heading is in the file. */
  text: string;
  plain: string;
  /** Its first texts that say something, each once. */
  texts: readonly string[];
  /** In so many of the first rows it says something. */
  filled: number;
}

/**
 * Where the columns of a file go by their headings and their values (docs/product/imports.md#guess). A file with the
 * headings of our own export is read strictly; in one of another program values are tidied, and unknown ones left empty.
 */
export function guessedMapping(
  headings: readonly string[],
  format: CsvFormat,
  rows: readonly CsvRow[] = [],
): Mapping {
  const columns = columnsOf(headings, rows);
  const program = programOf(headings, format);
  if (!program && isOwn(headings, format)) {
    return { fields: ownFields(columns, format) };
  }
  const found = candidatesOf(columns, program, format);
  const fields = withUnits(sourcesOf(found, format), columns, format);
  const part = (name: string) => program?.parts?.[name] ?? {};
  const lenient = Object.entries(fields).map(([name, source]): [string, Source] => [
    name,
    {
      ...source,
      ...part(name),
      ...(isMinor(columnNamed(format, name)) ? { invalid: 'empty' } : {}),
    },
  ]);
  return {
    fields: Object.fromEntries(lenient),
    tidy: true,
    ...(format.standIns ? { stand_ins: true } : {}),
    ...rowRules(program, columns),
  };
}

function columnsOf(headings: readonly string[], rows: readonly CsvRow[]): Column[] {
  const first = rows.slice(0, mostGuessedRows);
  const labels = columnLabels(headings);
  return labels.map((heading, at) => {
    const texts = new Set<string>();
    let filled = 0;
    for (const { cells } of first) {
      const cell = cells[at]?.trim() ?? '';
      if (cell === '' || isPlaceholder(cell)) continue;
      filled += 1;
      if (texts.size < mostTexts) texts.add(cell);
    }
    const text = headings[at]?.trim() ?? '';
    return { heading, text, plain: plainHeading(text), texts: [...texts], filled };
  });
}

/** Whether most known headings are exactly the names of our columns, also of one that only we call so. */
function isOwn(headings: readonly string[], format: CsvFormat): boolean {
  const named = columnNames(format);
  const names = new Set(format.columns.map(({ name }) => name));
  const meant = headings.filter((heading) => hasField(named(heading), format));
  const exact = meant.filter((heading) => names.has(heading.trim()));
  const { key, standIns = {} } = format;
  const isOurs = exact.some((heading) => heading === key || Object.hasOwn(standIns, heading));
  return isOurs && exact.length * 2 > meant.length;
}

/** By their names alone; a heading that is there twice means both columns, which must not differ. */
function ownFields(columns: readonly Column[], format: CsvFormat): Mapping['fields'] {
  const named = columnNames(format);
  const fields: Record<string, Source> = {};
  for (const column of columns) {
    const name = named(column.text);
    if (!columnNamed(format, name) || name in fields || isForeignId(name, column)) continue;
    fields[name] = { columns: [column.text] };
  }
  return fields;
}

/** The ids of another program, such as 00Q5g00000xyz. */
function isForeignId(name: string, { texts }: Column): boolean {
  return name === 'id' && texts.some((text) => !/^\d+$/.test(text));
}

/** By field or part of a join: the columns with its value, the best first. */
type Candidates = ReadonlyMap<string, readonly Column[]>;

const bySign = 0;
const byName = 1;
const bySynonym = 2;

function candidatesOf(
  columns: readonly Column[],
  program: Program | null,
  format: CsvFormat,
): Candidates {
  const named = columnNames(format);
  const order = Object.keys(program?.headings ?? {});
  const ranked: { name: string; column: Column; rank: number; at: number }[] = [];
  const unknown: Column[] = [];
  columns.forEach((column, at) => {
    const meant = program?.headings[column.plain];
    if (meant !== undefined) {
      for (const name of typeof meant === 'string' ? [meant] : meant) {
        ranked.push({ name, column, rank: bySign, at: order.indexOf(column.plain) });
      }
      return;
    }
    if (program?.questions && column.text.endsWith('?')) {
      ranked.push({ name: program.questions, column, rank: bySynonym, at });
      return;
    }
    const name = named(column.text);
    if (isForeignId(name, column)) return;
    const own = byValues(name, column, format);
    if (hasField(own, format)) {
      ranked.push({
        name: own,
        column,
        rank: isExact(own, column, format) ? byName : bySynonym,
        at,
      });
    } else unknown.push(column);
  });
  ranked.sort((one, other) => one.rank - other.rank || one.at - other.at);
  const found = new Map<string, Column[]>();
  for (const { name, column } of ranked) found.set(name, [...(found.get(name) ?? []), column]);
  for (const column of unknown) {
    const name = isOfOthers(column) ? null : (natureOf(column, format) ?? listOf(column, format));
    if (name !== null && !found.has(name)) found.set(name, [column]);
  }
  return found;
}

/** Whether the heading is the name or the label of the field itself. */
function isExact(name: string, { plain }: Column, format: CsvFormat): boolean {
  const label = columnNamed(format, name)?.field.label ?? '';
  return plain === name || plain === plainHeading(label);
}

function hasField(name: string, format: CsvFormat): boolean {
  const { joins = [] } = format;
  return columnNamed(format, name) !== undefined || joins.some(({ parts }) => parts.includes(name));
}

/** The field of the values where they contradict the heading: email addresses under "Contact". */
function byValues(name: string, column: Column, format: CsvFormat): string {
  const nature = natureOf(column, format);
  if (nature === null || nature === name) return name;
  const isName = name in (format.standIns ?? {}) || name === 'name';
  return isName || natures.some((each) => each.name === name) ? nature : name;
}

const gstin = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/i;
const written = /^(?:\+|\(|[6-9]\d{9}$|\d{2,5}[ -]\d)/;

const natures: readonly { name: string; is: (text: string) => boolean }[] = [
  { name: 'email', is: (text) => text.includes('@') && isEmail(text) },
  { name: 'gstin', is: (text) => gstin.test(text) },
  { name: 'pan', is: (text) => /^[A-Z]{5}\d{4}[A-Z]$/i.test(text) },
  { name: 'bank_ifsc', is: (text) => /^[A-Z]{4}0[A-Z0-9]{6}$/i.test(text) },
  { name: 'phone', is: (text) => isPhoneLike(firstPhone(text) ?? '') },
  { name: 'website', is: (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text) },
];

function isPhoneLike(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 9 && digits <= 14 && written.test(text) && isPhone(text);
}

/** The field whose values nearly all texts of a column are by their form, or null. */
function natureOf({ texts }: Column, format: CsvFormat): string | null {
  if (texts.length === 0) return null;
  const found = natures.find(
    ({ name, is }) =>
      columnNamed(format, name) !== undefined && texts.filter(is).length >= texts.length * 0.8,
  );
  return found?.name ?? null;
}

/** The field whose list all texts of a column are from, or null; a single text may be anything. */
function listOf({ texts }: Column, format: CsvFormat): string | null {
  if (texts.length < 2) return null;
  const found = format.columns.find(
    ({ field, meaning }) =>
      field.choices && texts.every((text) => choiceNamed(field, meaning?.(text) ?? text) !== null),
  );
  return found?.name ?? null;
}

const ofOthers =
  /(?:^|_)(?:id|ids|code|ref|number|no|owner|user|by|receiver|agent|salesperson|assigned|manager|fax|parent|image|photo|profile|facebook|twitter|linkedin)(?:_|$)/;

/** Numbers and addresses of our own people, of records, pictures and profiles. */
function isOfOthers({ plain }: Column): boolean {
  return ofOthers.test(plain);
}

/** The source of each field: its columns, or those of the first join that has something to say. */
function sourcesOf(found: Candidates, format: CsvFormat): Record<string, Source> {
  const fields: Record<string, Source> = {};
  const spent = new Set<string>();
  const filledIn = (each: readonly Column[]) => Math.max(0, ...each.map(({ filled }) => filled));
  // A join takes the place of columns that say less, such as names of which most rows have but the parts.
  const joinOf = (name: string, own: readonly Column[]): [Join, readonly Column[]] | null => {
    for (const join of format.joins ?? []) {
      if (join.field !== name) continue;
      const parts = join.parts.filter((part) => !spent.has(part) && found.has(part));
      const columns = parts.flatMap((part) => found.get(part)?.slice(0, 1) ?? []);
      if (columns.length === 0) continue;
      if (own.length > 0 && filledIn(columns) <= filledIn(own)) continue;
      for (const part of parts) spent.add(part);
      return [join, columns];
    }
    return null;
  };
  const joined = new Set((format.joins ?? []).map(({ field }) => field));
  const direct = (name: string) => found.get(name) ?? [];
  // In the order of the joins, since one takes a part that another could take too.
  for (const name of joined) {
    const own = direct(name);
    const join = joinOf(name, own);
    if (!join) continue;
    const [{ separator }, columns] = join;
    fields[name] = { columns: columns.map(({ heading }) => heading), separator };
  }
  for (const column of format.columns) {
    const columns = direct(column.name);
    if (column.name in fields || columns.length === 0) continue;
    fields[column.name] = sourceOf(column, columns);
  }
  return fields;
}

const withWord = /^[\d.,]+ [a-z]{1,10}\.?$/i;

/** A column of numbers with their unit is split, where no other has the unit. */
function withUnits(
  fields: Record<string, Source>,
  columns: readonly Column[],
  format: CsvFormat,
): Record<string, Source> {
  const split = { ...fields };
  for (const { name, after = '' } of format.columns) {
    const [heading, ...others] = fields[after]?.columns ?? [];
    const texts = columns.find((each) => each.heading === heading)?.texts ?? [];
    const hasUnits = texts.some((text) => withWord.test(text));
    if (heading === undefined || others.length > 0 || name in fields || !hasUnits) continue;
    split[after] = { columns: [heading], separator: ' ', part: 'first' };
    split[name] = { columns: [heading], separator: ' ', part: 'rest' };
  }
  return split;
}

const mostColumns = 10;

function sourceOf({ field, isJoined = false }: CsvColumn, found: readonly Column[]): Source {
  const reversed = field.kind === 'flag' ? found.find(({ plain }) => isReversed.test(plain)) : null;
  if (reversed) return { columns: [reversed.heading], values: opposite };
  const columns = found.slice(0, mostColumns).map(({ heading }) => heading);
  if (columns.length === 1) return { columns };
  return isJoined ? { columns, separator: '\n' } : { columns, pick: 'first_filled' };
}

const isReversed = /^(?:is_)?(?:disabled|inactive|blocked|archived|discontinued|on_hold|deleted)$/;

const pairs = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['t', 'f'],
  ['1', '0'],
  ['on', 'off'],
  ['disabled', 'enabled'],
  ['inactive', 'active'],
] as const;

/** What the words of a column "Disabled" say of the field "Active". */
const opposite: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.flatMap(([is, isNot]) => [
    [is, 'no'],
    [isNot, 'yes'],
  ]),
);

function isMinor(column: CsvColumn | undefined): boolean {
  if (!column) return false;
  return column.isMinor ?? (column.field.choices !== undefined || column.field.kind === 'flag');
}

/** Which rows have no record, and which continue another one. */
function rowRules(program: Program | null, columns: readonly Column[]): Partial<Mapping> {
  const headingOf = (plain: string) => columns.find((each) => each.plain === plain)?.heading;
  const { fillDown, skips } = program ?? {};
  const by = headingOf(fillDown?.by ?? '');
  const filled = fillDown?.columns.flatMap((each) => headingOf(each) ?? []) ?? [];
  const skipped = headingOf(skips?.column ?? '');
  return {
    ...(by === undefined ? {} : { fill_down: { by, columns: filled } }),
    ...(skips && skipped !== undefined
      ? { skip_rows: { column: skipped, texts: [...skips.texts] } }
      : {}),
  };
}
