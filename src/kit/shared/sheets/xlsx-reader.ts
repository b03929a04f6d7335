import { defused } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { dateText } from './sheet-dates';
import { elementsOf, readWorkbook, runsText, sharedStrings, type Workbook } from './xlsx-parts';
import { attributesOf, tagsOf, textOfXml } from './xml-text';
import { type ByteSource, readDirectory, SheetProblem, unpacked } from './zip-reader';

const mostSheetBytes = 536_870_912;
const mostRows = 1_048_576;
const mostColumns = 500;

export interface Sheet {
  /** How many rows it says that it has, without the header; 0 where it does not. */
  total: number;
  /** The rows of the first visible sheet as those of a CSV file, from the start at each call. */
  rows: () => AsyncGenerator<CsvRow>;
}

/**
 * Opens an Excel file. Formulas are never run: what a sheet kept of them counts. Throws `SheetProblem` for what is none,
 * is damaged, protected or too large.
 */
export async function openSheet(source: ByteSource): Promise<Sheet> {
  const entries = await readDirectory(source);
  const book = await readWorkbook(source, entries);
  return {
    total: await statedRows(source, book),
    rows: async function* () {
      yield* sheetRows(source, { ...book, shared: await sharedStrings(source, entries) });
    },
  };
}

async function statedRows(source: ByteSource, { sheet }: Workbook): Promise<number> {
  for await (const piece of unpacked(source, sheet, mostSheetBytes)) {
    const [dimension] = tagsOf(new TextDecoder().decode(piece), 'dimension');
    const last = Number(/\d+$/.exec(dimension?.['ref'] ?? '')?.[0] ?? 1);
    return Math.min(mostRows, Math.max(0, last - 1));
  }
  return 0;
}

interface Read extends Workbook {
  shared: readonly string[];
}

async function* sheetRows(source: ByteSource, book: Read): AsyncGenerator<CsvRow> {
  const pieces = unpacked(source, book.sheet, mostSheetBytes);
  let line = 0;
  let width: number | null = null;
  let count = 0;
  for await (const { attributes, xml } of elementsOf(pieces, 'row')) {
    count += 1;
    if (count > mostRows) throw new SheetProblem('This Excel file has too many rows');
    const said = Number(attributesOf(attributes)['r'] ?? '');
    line = Number.isInteger(said) && said > line ? said : line + 1;
    const { cells, problem } = cellsOf(xml, book);
    if (cells.every((cell) => cell.trim() === '')) continue;
    width ??= cells.length;
    // A sheet leaves out the empty cells at the end of a row.
    while (cells.length < width) cells.push('');
    yield problem === null ? { line, cells } : { line, cells, problem };
  }
}

const cell = /<(?:\w+:)?c((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const value = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</;

function cellsOf(xml: string, book: Read): { cells: string[]; problem: string | null } {
  const cells: string[] = [];
  let problem: string | null = null;
  let next = 0;
  for (const [, tag = '', content = ''] of xml.matchAll(cell)) {
    const { r: place = '', t: type = 'n', s: style } = attributesOf(tag);
    const at = place === '' ? next : columnOf(place);
    next = at + 1;
    if (content === '') continue;
    const text = type === 'inlineStr' ? runsText(content) : (value.exec(content)?.[1] ?? '');
    if (text === '') continue;
    if (at < 0 || at >= mostColumns) {
      throw new SheetProblem(`This Excel file has more than ${mostColumns} columns`);
    }
    if (type === 'e') problem = `The cell ${place} has the error ${textOfXml(text)}`;
    while (cells.length < at) cells.push('');
    cells[at] = cellText({ type, text, isDate: book.isDate[Number(style ?? 0)] ?? false }, book);
  }
  return { cells, problem };
}

function columnOf(place: string): number {
  let at = 0;
  for (const each of place.toUpperCase()) {
    const code = each.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    at = at * 26 + code;
  }
  return at - 1;
}

interface CellValue {
  type: string;
  text: string;
  isDate: boolean;
}

/** As the cell would stand in a CSV file, where a text that looks like a formula has an apostrophe before it. */
function cellText({ type, text, isDate }: CellValue, { shared, dates }: Read): string {
  switch (type) {
    case 's':
      return defused(shared[Number(text)] ?? '');
    case 'inlineStr':
      return defused(text);
    case 'b':
      return text === '1' ? 'true' : 'false';
    case 'n':
      return (isDate ? dateText(Number(text), dates) : null) ?? numberText(text);
    case 'd':
    case 'e':
      return textOfXml(text);
    default:
      return defused(textOfXml(text));
  }
}

/** A sheet writes 0.1 + 0.2 as it computed it; fifteen digits are what it shows. */
function numberText(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}
