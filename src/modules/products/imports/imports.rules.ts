import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { RowError } from './imports.fields';
import { type PriceDecimals, priceProblem } from '~/modules/company/prices.rules';
import { defaultUnit, type Product, productFields } from '../catalogue/products.fields';
import { isQuantity, quantityProblems } from '../catalogue/products.rules';
import type { Fineness } from '~/modules/tax/units.rules';
import { csvColumns } from './products.csv';

interface FileColumn {
  name: string;
  index: number;
  /** The position of a second column with the same name. */
  twin?: number;
}

export interface Heading {
  columns: readonly FileColumn[];
  width: number;
  problems: readonly RowError[];
  /** Without the column that identifies the product, no row can be imported. */
  isUsable: boolean;
}

const synonyms: Record<string, string> = {
  category_name: 'category',
  subcategory_name: 'subcategory',
  brand_name: 'brand',
};

// Written by the download of refused rows; it is not a field of a product.
export const reasonColumn = 'reason';

/** Reads the header, ignoring case, spaces and hyphens; reports unknown and duplicate columns. */
export function readHeading({ line, cells }: CsvRow): Heading {
  const columns = new Map<string, FileColumn>();
  const problems: RowError[] = [];
  const report = (name: string, message: string): void => {
    problems.push({ row: line, field: name, value: name, message });
  };
  cells.forEach((cell, index) => {
    const name = columnName(cell);
    const before = columns.get(name);
    if (name === '' || name === reasonColumn) return;
    if (!csvColumns.some((column) => column.name === name)) {
      report(clipped(cell.trim()), `Unknown column "${clipped(cell.trim())}": it was left out`);
    } else if (before) {
      columns.set(name, { ...before, twin: index });
      report(name, `The column "${name}" is there twice: rows where the two differ are refused`);
    } else columns.set(name, { name, index });
  });
  const isUsable = columns.has('sku_code');
  if (!isUsable)
    report('sku_code', 'The column "sku_code" is missing: without it no row can be read');
  return { columns: [...columns.values()], width: cells.length, problems, isUsable };
}

function columnName(cell: string): string {
  const name = cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return synonyms[name] ?? name;
}

export interface CheckedRow {
  line: number;
  /** In the order of the heading's columns; undefined where the row leaves a value unchanged. */
  values: readonly unknown[];
  sku: string;
}

/** Returns the row as the form's validation would accept it, or its problems. */
export type RowCheck = (row: CsvRow) => CheckedRow | RowError[];

interface Judgement {
  value: unknown;
  message: string | null;
}

type Judge = (cell: string) => Judgement;

/** `units` gives the code that a cell means; undefined for none. */
export function rowCheck({ columns, width }: Heading, units = anyUnit): RowCheck {
  const judges = columns.map((column) => ({ ...column, judge: judgeOf(column.name, units) }));
  const skuAt = columns.findIndex((column) => column.name === 'sku_code');
  return (row) => {
    const problem = row.problem ?? widthProblem(row, width);
    if (problem !== null) return [wholeRow(row, problem)];
    const values: unknown[] = [];
    let errors: RowError[] | null = null;
    for (const column of judges) {
      const cell = row.cells[column.index] ?? '';
      const { value, message } = twinProblem(row, column) ?? column.judge(cell);
      values.push(value);
      if (message === null) continue;
      errors ??= [];
      errors.push({ row: row.line, field: column.name, value: clipped(cell), message });
    }
    return errors ?? { line: row.line, values, sku: String(values[skuAt]) };
  };
}

/** What is wrong with a row that is finer than unit or setting allow; `known` is the product that is there. */
export type FinenessCheck = (row: CheckedRow, known: Counted | undefined) => RowError[];

type Counted = Pick<Product, 'unit_of_measure' | PriceName | keyof typeof countedAtFirst>;
type PriceName = 'unit_price' | 'cost_price';

const countedAtFirst = {
  stock_quantity: 0,
  reserved_quantity: 0,
  reorder_level: 0,
  min_order_quantity: 0,
};

export function finenessCheck(
  heading: Heading,
  units: readonly Fineness[],
  decimals: PriceDecimals,
): FinenessCheck {
  const ofQuantities = quantityCheck(heading, units);
  const ofPrices = priceCheck(heading, decimals);
  return (row, known) => [...ofPrices(row, known), ...ofQuantities(row, known)];
}

/** A price that the product has already stays. */
function priceCheck({ columns }: Heading, decimals: PriceDecimals): FinenessCheck {
  const priced = (['unit_price', 'cost_price'] as const).flatMap((name) => {
    const at = columns.findIndex((column) => column.name === name);
    return at < 0 ? [] : [{ name, at, label: productFields[name].label }];
  });
  return ({ line, values }, known) =>
    priced.flatMap(({ name, at, label }) => {
      const price = values[at];
      if (typeof price !== 'number' || price === known?.[name]) return [];
      const message = priceProblem(label, price, decimals);
      return message === null ? [] : [{ row: line, field: name, value: String(price), message }];
    });
}

function quantityCheck({ columns }: Heading, units: readonly Fineness[]): FinenessCheck {
  const byCode = new Map(units.map((unit) => [unit.code, unit]));
  const named = columns.flatMap(({ name }, at) => (isQuantity(name) ? [{ name, at }] : []));
  const unitAt = columns.findIndex(({ name }) => name === 'unit_of_measure');
  return ({ line, values }, known) => {
    const code = values[unitAt] ?? known?.unit_of_measure ?? defaultUnit;
    const unit = byCode.get(String(code));
    if (!unit) return [];
    const counted = { ...countedAtFirst, ...known };
    for (const { name, at } of named) {
      const value = values[at];
      if (typeof value === 'number') counted[name] = value;
    }
    return quantityProblems(counted, unit).map(({ field, message }) => {
      const isSaid = named.some(({ name }) => name === field);
      const value = String(counted[field]);
      return { row: line, field: isSaid ? field : 'unit_of_measure', value, message };
    });
  };
}

const anyUnit = (text: string): string | undefined => text;

function judgeOf(name: string, units: typeof anyUnit): Judge {
  const column = csvColumns.find((each) => each.name === name);
  if (!column) return () => ({ value: undefined, message: 'This value is not valid' });
  const { field, group } = column;
  const schema = field.schema('form');
  const meant = (value: unknown): Judgement => {
    if (name !== 'unit_of_measure') return { value, message: null };
    const text = String(value);
    const unit = units(text);
    return { value: unit, message: unit === undefined ? `There is no unit "${text}"` : null };
  };
  const judge = (cell: string): Judgement => {
    const value = parseCell(field, cell);
    // An empty cell of a column with a default keeps the value or takes the default: an empty stock is not 0.
    if (value === null && 'initial' in column) return { value: undefined, message: null };
    if (typeof value === 'string' && field.isPlain?.(value)) return meant(value);
    const result = schema.safeParse(value);
    if (result.success) return meant(result.data);
    return { value, message: result.error.issues[0]?.message ?? 'This value is not valid' };
  };
  const saysTheSame = group !== null || 'initial' in column || field.column !== 'text';
  return saysTheSame ? remembering(judge) : judge;
}

const mostRemembered = 20_000;

/**
 * Caches results: numbers, units and categories repeat throughout a file, and checking each would take half of the
 * time.
 */
function remembering(judge: Judge): Judge {
  const remembered = new Map<string, Judgement>();
  return (cell) => {
    const known = remembered.get(cell);
    if (known) return known;
    const found = judge(cell);
    if (remembered.size < mostRemembered) remembered.set(cell, found);
    return found;
  };
}

function widthProblem({ cells }: CsvRow, width: number): string | null {
  if (cells.length === width) return null;
  const spare = cells.slice(width).some((cell) => cell.trim() !== '');
  if (cells.length > width && !spare) return null;
  return `The row has ${cells.length} cells, the header has ${width}`;
}

function twinProblem({ cells }: CsvRow, { name, index, twin }: FileColumn): Judgement | null {
  if (twin === undefined || cells[index]?.trim() === cells[twin]?.trim()) return null;
  return { value: null, message: `The two columns "${name}" say different things` };
}

function wholeRow({ line, cells }: CsvRow, message: string): RowError {
  return { row: line, field: null, value: clipped(cells.join(',')), message };
}

/** Required values of a new product without a column in the file: no row can create one. */
export function missingForNew({ columns }: Heading): Pick<RowError, 'field' | 'message'>[] {
  return csvColumns
    .filter((column) => column.field.required && !('initial' in column))
    .filter(({ name }) => !columns.some((column) => column.name === name))
    .map(({ name, field }) => {
      const result = field.schema('form').safeParse(undefined);
      return {
        field: name,
        message: result.error?.issues[0]?.message ?? `${field.label} is required`,
      };
    });
}

const longestValue = 200;

function clipped(text: string): string {
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  return storable(short);
}

// PostgreSQL's JSON accepts neither null bytes nor unpaired surrogates.
const unstorable = new RegExp(
  '\\u0000|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  'g',
);

/** The text with characters that the database cannot store made visible. */
export function storable(text: string): string {
  return text.replaceAll(unstorable, '\ufffd');
}
