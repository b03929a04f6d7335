import { defused } from '~/kit/shared/csv/csv';
import { type CsvRow, longestCell, longestRow, mostColumns } from '~/kit/shared/csv/csv-reader';
import { cutText } from '~/kit/shared/fields/cut-text';
import { dateText } from './sheet-dates';
import type { TextStore } from './text-store';
import { readWorkbook, RunText, sharedTexts, type Workbook } from './xlsx-parts';
import { XmlScanner } from './xml-scanner';
import { attributesOf } from './xml-text';
import { type ByteSource, readDirectory, SheetProblem, tooLarge, unpacked } from './zip-reader';

const mostSheetBytes = 536_870_912;
/** Of all cells together: texts that cells share are counted as often as they are shared. */
const mostCharacters = 536_870_912;
const mostRows = 1_048_576;

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
  const book = await readWorkbook(entries);
  return {
    total: await statedRows(book),
    rows: async function* () {
      yield* sheetRows({ ...book, shared: await sharedTexts(entries) });
    },
  };
}

async function statedRows({ sheet }: Workbook): Promise<number> {
  for await (const piece of unpacked(sheet, mostSheetBytes)) {
    let reference = '';
    const scanner = new XmlScanner({
      open: (name, tag) => {
        if (name === 'dimension') reference = attributesOf(tag)['ref'] ?? '';
      },
    });
    scanner.push(new TextDecoder().decode(piece));
    const last = Number(/\d{1,7}$/.exec(reference.slice(-7))?.[0] ?? 1);
    return Math.min(mostRows, Math.max(0, last - 1));
  }
  return 0;
}

interface Read extends Workbook {
  shared: TextStore;
}

async function* sheetRows(book: Read): AsyncGenerator<CsvRow> {
  const reader = new RowReader(book);
  const scanner = new XmlScanner(reader);
  const decoder = new TextDecoder();
  for await (const piece of unpacked(book.sheet, mostSheetBytes)) {
    scanner.push(decoder.decode(piece, { stream: true }));
    yield* reader.taken();
  }
  scanner.end();
  yield* reader.taken();
}

/** Collects the rows of a sheet as it is scanned. */
class RowReader {
  private rows: CsvRow[] = [];
  private width = 0;
  private line = 0;
  private count = 0;
  private characters = 0;
  private row: CsvRow = { line: 0, cells: [] };
  private length = 0;
  private next = 0;
  private tag = '';
  private readonly value = new RunText();

  constructor(private readonly book: Read) {}

  /** Those that are complete since the last call. */
  taken(): CsvRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, tag: string): void {
    if (name === 'c') {
      this.tag = tag;
      this.value.clear();
    } else if (name === 'row') this.begin(tag);
    else this.value.open(name);
  }

  text(piece: string): void {
    this.value.add(piece);
  }

  close(name: string): void {
    if (name === 'c') this.cell();
    else if (name === 'row') this.end();
    else this.value.close(name);
  }

  private begin(tag: string): void {
    this.count += 1;
    if (this.count > mostRows) throw new SheetProblem('This Excel file has too many rows');
    const stated = Number(attributesOf(tag)['r'] ?? '');
    const isStated = Number.isInteger(stated) && stated > this.line && stated <= mostRows;
    this.line = isStated ? stated : this.line + 1;
    this.row = { line: this.line, cells: [] };
    this.length = 0;
    this.next = 0;
  }

  private end(): void {
    const { row } = this;
    this.row = { line: this.line, cells: [] };
    if (row.cells.every((each) => each.trim() === '')) return;
    this.characters += this.length;
    if (this.characters > mostCharacters) throw new SheetProblem(tooLarge);
    // A sheet leaves out the empty cells at the end of a row; a title above the headings is narrower than they are.
    if (row.problem === undefined) this.width = Math.max(this.width, row.cells.length);
    while (row.cells.length < this.width) row.cells.push('');
    this.rows.push(row);
  }

  private cell(): void {
    const { r: reference = '', t: type = 'n', s: style = '0' } = attributesOf(this.tag);
    const at = reference === '' ? this.next : columnOf(reference);
    this.next = at + 1;
    const text = this.value.text();
    this.value.clear();
    if (text === '') return;
    if (at < 0 || at >= mostColumns) {
      throw new SheetProblem(`This Excel file has more than ${mostColumns} columns`);
    }
    const isDate = this.book.isDate[Number(style)] ?? false;
    const name = `${columnName(at)}${this.line}`;
    if (type === 'e') this.refuse(`The cell ${name} has the error ${cutText(text, 20)}`);
    const day = type === 'n' && isDate ? dateText(Number(text), this.book.dates) : null;
    this.put(at, name, day ?? cellText({ type, text }, this.book));
    const isWritten = this.row.cells[at] !== undefined;
    if (type === 'n' && day === null && isWritten) (this.row.numbers ??= []).push(at);
  }

  private put(at: number, name: string, text: string): void {
    const { cells } = this.row;
    this.length += text.length;
    if (text.length > longestCell) {
      this.refuse(`The cell ${name} has more than ${longestCell} characters`);
    }
    if (this.length > longestRow) {
      this.refuse(`The row has more than ${longestRow} characters`);
      return;
    }
    while (cells.length < at) cells.push('');
    cells[at] = text.slice(0, longestCell);
  }

  private refuse(problem: string): void {
    this.row.problem ??= problem;
  }
}

/** -1 of what is not a place such as `AB7`. */
function columnOf(reference: string): number {
  let at = 0;
  for (const each of reference.slice(0, 4).toUpperCase()) {
    const code = each.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    at = at * 26 + code;
  }
  return at - 1;
}

function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

interface CellValue {
  type: string;
  text: string;
}

/** The text of the cell as in a CSV file, where a text that looks like a formula has an apostrophe before it. */
function cellText({ type, text }: CellValue, { shared }: Read): string {
  switch (type) {
    case 's':
      return defused(shared.at(Number(text)));
    case 'b':
      return text === '1' ? 'true' : 'false';
    case 'n':
      return numberText(text);
    case 'd':
    case 'e':
      return text;
    default:
      return defused(text);
  }
}

/** A sheet writes 0.1 + 0.2 as it computed it; fifteen digits are what it shows. */
function numberText(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
}
