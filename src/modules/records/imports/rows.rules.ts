import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Field } from '~/kit/shared/fields/fields';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { readDate } from './dates.rules';
import { swapped } from './decimals.rules';
import type { CsvFormat } from './formats.rules';
import type { RowProblem } from './imports.fields';
import type { Heading, MappedField } from './heading.rules';
import { clipped } from './texts.rules';

export type Values = Readonly<Record<string, unknown>>;

export interface CheckedRow {
  line: number;
  /** By column, without those that the row leaves unchanged. */
  values: Values;
  /** Identifies the record; '' where the row has no key. */
  key: string;
  /** The column whose value is that of another one, as its cell is empty; a known record keeps its own. */
  standIn?: string;
  /** The problems of texts that today's rules refuse; a known record may have these texts already. */
  doubts?: RowProblem[];
}

/** Returns the row as the form's validation would accept it, or its problems. */
export type RowCheck = (row: CsvRow) => CheckedRow | RowProblem[];

interface Judgement {
  value: unknown;
  message: string | null;
}

/** The stored value of a valid one, or its problem; null for columns that are stored unchanged. */
export type Meaning = (name: string, value: unknown) => Judgement | null;

export function rowCheck(heading: Heading, meaning: Meaning = () => null): RowCheck {
  const { columns, width, key } = heading;
  const fields = columns.map((column) => ({
    ...column,
    isText: column.field.column === 'text',
    judge: judgeOf(column, meaning),
  }));
  const textFor = standInText(heading, fields);
  return (row) => {
    const problem = row.problem ?? widthProblem(row, width) ?? totalsProblem(row);
    if (problem !== null) {
      return [{ field: null, value: clipped(row.cells.join(',')), message: problem }];
    }
    const values: Record<string, unknown> = {};
    let standIn: string | null = null;
    let errors: RowProblem[] | null = null;
    let isDoubt = true;
    for (const { name, textIn, commaAt, isText, judge } of fields) {
      const own = textIn(row.cells);
      const other = own?.trim() === '' ? textFor(name, row.cells) : null;
      if (other !== null) standIn = name;
      const text = other ?? own;
      const isComma = commaAt !== null && !row.numbers?.includes(commaAt);
      const { value, message } =
        text === null ? contradiction(name) : judge(isComma ? swapped(text) : text);
      if (value !== undefined) values[name] = value;
      if (message === null) continue;
      errors ??= [];
      errors.push({ field: name, value: clipped(text ?? ''), message });
      // The database compares no text with a NUL.
      isDoubt &&= isText && typeof value === 'string' && !value.includes('\0');
    }
    if (errors && !isDoubt) return errors;
    const checked: CheckedRow = { line: row.line, values, key: String(values[key] ?? '') };
    if (standIn !== null) checked.standIn = standIn;
    if (errors) checked.doubts = errors;
    return checked;
  };
}

interface JudgedField extends MappedField {
  judge: (cell: string) => Judgement;
}

/** The valid text of the other one of two fields, for an empty cell; or null. */
function standInText({ standIns }: Heading, fields: readonly JudgedField[]) {
  return (name: string, cells: readonly string[]): string | null => {
    if (!standIns?.includes(name)) return null;
    const other = fields.find((each) => each.name !== name && standIns.includes(each.name));
    const text = other?.textIn(cells)?.trim() ?? '';
    return text !== '' && other?.judge(text).message === null ? text : null;
  };
}

function judgeOf(column: MappedField, meaning: Meaning) {
  const { name, field, dates, repeats = false, meaning: meaningOf } = column;
  const judge = (cell: string): Judgement => {
    const isDate = field.kind === 'day' && cell.trim() !== '';
    const text = isDate ? readDate(cell, dates) : cell;
    if (text === null) {
      const message = `${field.label} must be a date, such as 31/03/2026, 31-Mar-26 or 2026-03-31`;
      return { value: cell, message };
    }
    const parsed = parseCell(field, text);
    const named = typeof parsed === 'string' ? (meaningOf?.(parsed) ?? parsed) : parsed;
    const value = typeof named === 'string' ? (choiceNamed(field, named) ?? named) : named;
    // An empty cell of a column with a default keeps the value or takes the default: an empty stock is not 0.
    if (value === null && 'initial' in column) return { value: undefined, message: null };
    const isPlain = typeof value === 'string' && field.isPlain?.(value);
    const reading = isPlain ? { ok: true as const, value } : field.read(value, 'form');
    if (!reading.ok) return { value, message: reading.message };
    return meaning(name, reading.value) ?? { value: reading.value, message: null };
  };
  const isCached = repeats || 'initial' in column || field.column !== 'text';
  return isCached ? cached(judge) : judge;
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

function widthProblem({ cells }: CsvRow, width: number): string | null {
  if (cells.length === width) return null;
  const hasMore = cells.slice(width).some((cell) => cell.trim() !== '');
  if (cells.length > width && !hasMore) return null;
  return `The row has ${cells.length} cells, the header has ${width}`;
}

const totalsName = /^(?:grand |sub[ -]?)?totals?:?$/i;
const totalsAmount = /^(?:₹|rs\.?|inr)?[-+−(]?\d[\d.,]*\)?(?: ?[dc]r\.?)?$/i;

/** The sums below a list would else become a customer with the name "Grand Total". */
function totalsProblem({ cells }: CsvRow): string | null {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  if (!totalsName.test(cells[at]?.trim() ?? '')) return null;
  const others = cells.slice(at + 1).flatMap((cell) => cell.trim() || []);
  const areAmounts = others.length > 0 && others.every((cell) => totalsAmount.test(cell));
  return areAmounts ? 'This is a row of totals' : null;
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
