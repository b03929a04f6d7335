import type { ErrorTable } from '~/kit/shared/error-codes';
import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Field } from '~/kit/shared/fields/fields';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { readDate } from './dates.rules';
import { swapped } from './decimals.rules';
import { choiceNamed, type CsvFormat } from './formats.rules';
import type { RowProblem } from './imports.fields';
import type { Heading, MappedField } from './heading.rules';
import { clipped } from './texts.rules';
import { type Change, isPlaceholder, type Repair, repairsOf } from './tidy.rules';
import { noRecordProblem } from './totals.rules';

export const importRefusals = {
  'import.file_missing': [400, 'No CSV file was sent'],
  'import.wrong_mapping': [400, 'The mapping does not match the file'],
  'import.unreadable_file': [
    400,
    'The Excel file is damaged, protected, too large or not an Excel file',
  ],
  'import.too_many_rows': [413, 'The file has more rows than one import accepts'],
  'import.cancelled': [409, 'The import was cancelled; nothing was imported'],
  'import.already_ended': [409, 'The import has ended; `data` is its state'],
  'import.no_refused_rows': [404, 'No row of the import was rejected'],
} as const satisfies ErrorTable;

export type Values = Readonly<Record<string, unknown>>;

export interface CheckedRow {
  line: number;
  /** By column, without those that the row leaves unchanged. */
  values: Values;
  /** Identifies the record; '' where the row has no key. */
  key: string;
  /** The columns whose values are those of others, as their cells are empty; a known record keeps its own. */
  standIns?: string[];
  /** The problems of texts that today's rules refuse; a known record may have these texts already. */
  doubts?: RowProblem[];
  /** What was left out or changed, to be shown. */
  remarks?: Remark[];
}

/** Something that was left out or changed in a row that is taken. */
export interface Remark {
  change: Change | 'stood_in' | 'other_column' | 'same_company' | 'as_contact' | 'only_new';
  /** The label of the field. */
  label: string;
  /** The text of the file, or the label of the field that it was filled from. */
  text: string;
  /** The column whose text does not count. */
  heading?: string;
}

/** Returns the row as the form's validation would accept it, its problems, or null for a row without a record. */
export type RowCheck = (row: CsvRow) => CheckedRow | RowProblem[] | null;

interface Judgement {
  value: unknown;
  message: string | null;
  change?: Change;
}

/** The stored value of a valid one, or its problem; null for columns that are stored unchanged. */
export type Meaning = (name: string, value: unknown) => Judgement | null;

export function rowCheck(heading: Heading, meaning: Meaning = () => null): RowCheck {
  const { columns, widths, key, isTidy, isSkipped } = heading;
  const taken = [...heading.taken];
  const fields = columns.map((column) => ({
    ...column,
    isText: column.field.column === 'text',
    judge: judgeOf(column, meaning),
  }));
  const textFor = standInText(heading, fields);
  const fill = filler(heading);
  // A value for all rows or for empty cells does not make a record.
  const isEmpty = (cells: readonly string[]) =>
    taken.every((at) => {
      const text = cells[at]?.trim() ?? '';
      return text === '' || isPlaceholder(text);
    });
  return (sent) => {
    const problem = sent.problem ?? noRecordProblem(sent.cells) ?? widthProblem(sent, widths);
    if (problem !== null) {
      return [{ field: null, value: clipped(sent.cells.join(',')), message: problem }];
    }
    if (isSkipped(sent.cells) || (isTidy && isEmpty(sent.cells))) return null;
    const row = fill(sent);
    const values: Record<string, unknown> = {};
    const remarks: Remark[] = [];
    const standIns: string[] = [];
    let errors: RowProblem[] | null = null;
    let isDoubt = true;
    for (const { name, field, textIn, otherIn, commaAt, isText, isLenient, judge } of fields) {
      const own = textIn(row.cells);
      const other = own?.trim() === '' ? textFor(name, row.cells) : null;
      if (other) {
        standIns.push(name);
        remarks.push({ change: 'stood_in', label: field.label, text: other.label });
      }
      const text = other?.text ?? own;
      const isComma = commaAt !== null && !row.numbers?.includes(commaAt);
      const { value, message, change } =
        text === null ? contradiction(name) : judge(isComma ? swapped(text) : text);
      if (change && text !== null) remarks.push({ change, label: field.label, text });
      const differing = otherIn?.(row.cells);
      if (differing) remarks.push({ change: 'other_column', label: field.label, ...differing });
      if (message !== null && isLenient && text !== null) {
        remarks.push({ change: 'left_empty', label: field.label, text: shownText(field, text) });
        continue;
      }
      if (value !== undefined) values[name] = value;
      if (message === null) continue;
      errors ??= [];
      errors.push({ field: name, value: clipped(shownText(field, text ?? '')), message });
      // The database compares no text with a NUL.
      isDoubt &&= isText && typeof value === 'string' && !value.includes('\0');
    }
    if (errors && !isDoubt) return errors;
    const checked: CheckedRow = { line: row.line, values, key: String(values[key] ?? '') };
    if (standIns.length > 0) checked.standIns = standIns;
    if (errors) checked.doubts = errors;
    if (remarks.length > 0) checked.remarks = remarks;
    return checked;
  };
}

/** A mapping sets choices as they are stored. */
function shownText({ choices }: Field, text: string): string {
  return choices?.find(({ value }) => value === text)?.label ?? text;
}

/** Gives the rows below the first one of a record the texts that they continue. */
function filler({ fillDown }: Heading): (row: CsvRow) => CsvRow {
  if (!fillDown) return (row) => row;
  const { by, columns } = fillDown;
  let first: readonly string[] = [];
  return (row) => {
    const key = row.cells[by]?.trim() ?? '';
    if (key === '' || key !== first[by]?.trim()) {
      first = row.cells;
      return row;
    }
    const cells = [...row.cells];
    for (const at of columns) if (cells[at]?.trim() === '') cells[at] = first[at] ?? '';
    return { ...row, cells };
  };
}

interface JudgedField extends MappedField {
  judge: (cell: string) => Judgement;
}

const nothing: Judgement = { value: null, message: null };

/** The text and the label of the first field that may stand in for one whose cell is empty; or null. */
function standInText({ standIns }: Heading, fields: readonly JudgedField[]) {
  const others = new Map(
    fields.map((own) => [
      own.name,
      (standIns[own.name] ?? []).flatMap((name) => {
        const other = fields.find((each) => each.name === name);
        return other ? { own, other } : [];
      }),
    ]),
  );
  return (name: string, cells: readonly string[]): { text: string; label: string } | null => {
    for (const { own, other } of others.get(name) ?? []) {
      const found = other.textIn(cells)?.trim() ?? '';
      const { value, message } = found === '' ? nothing : other.judge(found);
      if (message !== null || value === null) continue;
      const text = typeof value === 'string' ? value : found;
      if (own.judge(text).message === null) return { text, label: other.field.label };
    }
    return null;
  };
}

function judgeOf(column: MappedField, meaning: Meaning) {
  const { field, repeats = false } = column;
  const strict = strictJudge(column, meaning);
  const repairs = repairsOf(column);
  const judge = repairs ? repaired(strict, repairs) : strict;
  const isCached = repeats || 'initial' in column || field.column !== 'text';
  return isCached ? cached(judge) : judge;
}

/** A refused text is read as what it may mean; its own problem stays where nothing fits. */
function repaired(
  strict: (cell: string) => Judgement,
  repairs: (text: string) => Repair[],
): (cell: string) => Judgement {
  return (cell) => {
    const own = strict(cell);
    if (own.message === null || cell.trim() === '') return own;
    for (const { text, change } of repairs(cell)) {
      const other = strict(text);
      if (other.message === null) return change ? { ...other, change } : other;
    }
    return own;
  };
}

function strictJudge(column: MappedField, meaning: Meaning) {
  const { name, field, dates, meaning: meaningOf } = column;
  return (cell: string): Judgement => {
    const isDate = field.kind === 'day' && cell.trim() !== '';
    const text = isDate ? readDate(cell, dates) : cell;
    if (text === null) {
      const message = `${field.label} must be a date, such as 31/03/2026, 31-Mar-26 or 2026-03-31`;
      return { value: cell, message };
    }
    const parsed = parseCell(field, text);
    const meant = typeof parsed === 'string' ? (meaningOf?.(parsed) ?? parsed) : parsed;
    const isFlagWord = field.kind === 'flag' && typeof meant === 'string';
    const named = isFlagWord ? parseCell(field, meant) : meant;
    const value = typeof named === 'string' ? (choiceNamed(field, named) ?? named) : named;
    // An empty cell of a column with a default keeps the value or takes the default: an empty stock is not 0.
    if (value === null && 'initial' in column) return { value: undefined, message: null };
    const isPlain = typeof value === 'string' && field.isPlain?.(value);
    const reading = isPlain ? { ok: true as const, value } : field.read(value, 'form');
    if (!reading.ok) return { value, message: reading.message };
    return meaning(name, reading.value) ?? { value: reading.value, message: null };
  };
}

const mostCached = 20_000;
const longestCached = 200;

/** Numbers, units and categories repeat throughout a file, and checking each would take half of the time. */
function cached(judge: (cell: string) => Judgement): (cell: string) => Judgement {
  const results = new Map<string, Judgement>();
  return (cell) => {
    const before = results.get(cell);
    if (before) return before;
    const result = judge(cell);
    if (results.size < mostCached && cell.length <= longestCached) results.set(cell, result);
    return result;
  };
}

/** A cell of a sheet has its column; in a text one separator too many shifts all cells after it. */
function widthProblem({ cells }: CsvRow, { least, most }: Heading['widths']): string | null {
  const { length } = cells;
  if (length < least) return `The row has ${length} cells, the header has ${least}`;
  if (length <= most || cells.slice(most).every((cell) => cell.trim() === '')) return null;
  return `The row has ${length} cells, the header has ${most}. A text with a separator in it needs quotes`;
}

function contradiction(name: string): Judgement {
  return { value: null, message: `The two "${name}" columns have different values` };
}

/** Required values of a new record without a column in the file: no row can create one. */
export function missingForNew({ names }: Heading, format: CsvFormat): Omit<RowProblem, 'value'>[] {
  return format.columns
    .filter((column) => column.field.required && !('initial' in column))
    .filter(({ name }) => !names.has(name))
    .map(({ name, field }) => ({
      field: name,
      message: fieldError(field, undefined, 'form') ?? `${field.label} is required`,
    }));
}
