import type { SheetStart } from '~/kit/shared/sheets/sheet-starts';
import { columnNames, type CsvFormat } from './formats.rules';
import { headingAt } from './heading-row.rules';

/**
 * The place of the sheet that looks like the data: the first with two known headings above rows, else the first with a table,
 * else the first with anything (docs/product/imports.md#files).
 */
export function likelySheet(sheets: readonly SheetStart[], format: CsvFormat): number {
  const named = columnNames(format);
  const available = new Set(format.columns.map(({ name }) => name));
  const isNamed = ({ rows }: SheetStart) => {
    const at = headingAt(rows, format);
    const names = new Set(rows[at]?.cells.map(named).filter((name) => available.has(name)));
    return names.size >= 2 && rows.length > at + 1;
  };
  const isTable = ({ rows }: SheetStart) =>
    rows.filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= 2).length >= 2;
  const hasRows = ({ rows }: SheetStart) => rows.length > 0;
  const found = [isNamed, isTable, hasRows]
    .map((isLikely) => sheets.findIndex(isLikely))
    .find((at) => at >= 0);
  return found ?? 0;
}

/** The place of the sheet with this name, regardless of case; -1 for none. */
export function sheetNamed(sheets: readonly Pick<SheetStart, 'name'>[], name: string): number {
  const plain = (text: string) => text.trim().toLowerCase();
  const exact = sheets.findIndex((sheet) => sheet.name === name);
  return exact >= 0 ? exact : sheets.findIndex((sheet) => plain(sheet.name) === plain(name));
}

/** What is said where a file has other sheets with rows; null where it has none. */
export function otherSheetsNote(sheets: readonly SheetStart[], chosen: number): string | null {
  const others = sheets.filter(({ rows }, at) => at !== chosen && rows.length > 0);
  if (others.length === 0) return null;
  const names = others.map(({ name }) => `"${name}"`).join(', ');
  return `The sheet "${sheets[chosen]?.name ?? ''}" is read. The file also has ${names}`;
}
