import { defused } from '~/kit/shared/csv/csv';
import { type CsvRow, longestCell, longestRow, mostColumns } from '~/kit/shared/csv/csv-reader';
import { cutText } from '~/kit/shared/fields/cut-text';
import { columnAt, columnLetters } from './column-letters';
import { dateText } from './sheet-dates';
import type { TextStore } from './text-store';
import {
  readWorkbook,
  RunText,
  sharedTexts,
  type SheetPart,
  textsOf,
  type Workbook,
} from './xlsx-parts';
import { XmlScanner } from './xml-scanner';
import { attributesOf } from './xml-text';
import {
  broken,
  type ByteSource,
  readDirectory,
  SheetProblem,
  tooLarge,
  unpacked,
} from './zip-reader';

const mostSheetBytes = 536_870_912;
/** Of all cells together: texts that cells share are counted as often as they are shared. */
const mostCharacters = 536_870_912;
const mostRows = 1_048_576;
/** Of all rows together, the empty ones to the left of others included: a file names only those that are filled. */
const mostCells = 20_000_000;

export interface Sheet {
  name: string;
  /** How many rows it says that it has, without the header; 0 where it does not. */
  total: () => Promise<number>;
  /** Its rows as those of a CSV file, each as wide as it is filled, from the start at each call; no more than of `most` bytes. */
  rows: (most?: number) => AsyncGenerator<CsvRow>;
}

/**
 * Opens an Excel file, with its visible sheets of cells, at least one. Formulas are never run: what a sheet kept of them
 * counts. Throws `SheetProblem` for what is none, is damaged, protected or too large.
 */
export async function openSheets(source: ByteSource): Promise<readonly Sheet[]> {
  const book = await readWorkbook(await readDirectory(source));
  let texts: Promise<TextStore> | undefined;
  return book.sheets.map((part) => ({
    name: part.name,
    total: () => statedRows(part),
    rows: async function* (most?: number) {
      texts ??= sharedTexts(book.shared);
      yield* sheetRows({ ...book, shared: await texts }, part, most);
    },
  }));
}

async function statedRows({ entry }: SheetPart): Promise<number> {
  for await (const text of textsOf(unpacked(entry, mostSheetBytes))) {
    let reference = '';
    const scanner = new XmlScanner({
      open: (name, tag) => {
        if (name === 'dimension') reference = attributesOf(tag)['ref'] ?? '';
      },
    });
    scanner.push(text);
    const last = Number(/\d{1,7}$/.exec(reference.slice(-7))?.[0] ?? 1);
    return Math.min(mostRows, Math.max(0, last - 1));
  }
  return 0;
}

interface Read extends Pick<Workbook, 'isDate' | 'suffixes' | 'dates'> {
  shared: TextStore;
}

async function* sheetRows(
  book: Read,
  { entry }: SheetPart,
  most = Infinity,
): AsyncGenerator<CsvRow> {
  const reader = new RowReader(book);
  const scanner = new XmlScanner(reader);
  let count = 0;
  for await (const text of textsOf(unpacked(entry, mostSheetBytes))) {
    scanner.push(text);
    yield* reader.taken();
    count += text.length;
    if (count > most) return;
  }
  scanner.end();
  yield* reader.taken();
}

/** Collects the rows of a sheet as it is scanned. */
class RowReader {
  private rows: CsvRow[] = [];
  private line = 0;
  private count = 0;
  private characters = 0;
  private cells = 0;
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
    this.cells += row.cells.length;
    if (this.characters > mostCharacters || this.cells > mostCells) {
      throw new SheetProblem(tooLarge);
    }
    this.rows.push(row);
  }

  private cell(): void {
    const { r: reference = '', t: type = 'n', s: style = '0' } = attributesOf(this.tag);
    const at = reference === '' ? this.next : columnAt(reference);
    this.next = at + 1;
    const text = this.value.text();
    this.value.clear();
    if (text === '') return;
    if (at < 0 || at >= mostColumns) {
      throw new SheetProblem(`This Excel file has more than ${mostColumns} columns`);
    }
    if (this.length > longestRow) {
      this.length += type === 's' ? this.book.shared.lengthAt(Number(text)) : text.length;
      return;
    }
    const isDate = this.book.isDate[Number(style)] ?? false;
    const name = `${columnLetters(at)}${this.line}`;
    if (type === 'e') this.refuse(`The cell ${name} has the error ${cutText(text, 20)}`);
    const day = type === 'n' && isDate ? dateText(Number(text), this.book.dates) : null;
    const word = type === 'n' && !text.startsWith('-') ? this.book.suffixes[Number(style)] : '';
    const own = day ?? cellText({ type, text }, this.book);
    this.put(at, name, word && day === null ? `${own} ${word}` : own);
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

interface CellValue {
  type: string;
  text: string;
}

/** The text of the cell as in a CSV file, where a text that looks like a formula has an apostrophe before it. */
function cellText({ type, text }: CellValue, { shared }: Read): string {
  switch (type) {
    case 's': {
      const found = shared.at(Number(text));
      // A text that is not there is not an empty one.
      if (found === null) throw new SheetProblem(broken);
      return defused(found);
    }
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
