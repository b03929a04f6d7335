import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { type SheetStart, sheetStarts } from '~/kit/shared/sheets/sheet-starts';
import { openSheets, type Sheet } from '~/kit/shared/sheets/xlsx-reader';
import type { Encoding } from '~/kit/shared/csv/encodings';
import { type ByteSource, SheetProblem } from '~/kit/shared/sheets/zip-reader';
import { inspectCsv, readCsv } from './csv-stream';

export interface TableSummary {
  /** At least the number of rows without the header, as far as it is known beforehand. */
  total: number;
  isSheet: boolean;
  isBinary: boolean;
  /** Whether it is read and judged within moments, regardless of how small it is packed. */
  isSmall: boolean;
  /** Those of an Excel file, one of which is read; none of a text. */
  sheets: readonly SheetStart[];
}

interface ReadTable {
  summary: () => Promise<TableSummary>;
  /** Of a sheet by its place, from the start at each call. */
  rows: (sheet: number) => AsyncGenerator<CsvRow>;
}

const zipped = [0x50, 0x4b, 0x03, 0x04];
const compound = [0xd0, 0xcf, 0x11, 0xe0];
const oldSheet =
  'This Excel file is in the old .xls format or password-protected. Save it as .xlsx without a password, or as CSV.';

/** Recognizes the kind of a file by its content, not by its name. Throws `SheetProblem` for an Excel file that cannot be read. */
export async function readTable(source: ByteSource, encoding?: Encoding): Promise<ReadTable> {
  const start = await source.read(0, 4);
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(compound)) throw new SheetProblem(oldSheet);
  if (begins(zipped)) {
    const sheets = await openSheets(source);
    return {
      summary: () => summaryOf(sheets, source),
      rows: async function* (at) {
        yield* sheets[at]?.rows() ?? [];
      },
    };
  }
  const csv = await inspectCsv(source, encoding);
  const { total, binary: isBinary } = csv;
  const isSmall = source.size <= small.bytes;
  return {
    summary: () => Promise.resolve({ total, isBinary, isSmall, isSheet: false, sheets: [] }),
    rows: () => readCsv(csv),
  };
}

/** Of a text, or of what a sheet holds: a packed file says nothing of it. */
const small = { bytes: 1_048_576, cells: 100_000, characters: 1_000_000 };

async function summaryOf(sheets: readonly Sheet[], { size }: ByteSource): Promise<TableSummary> {
  const starts = await sheetStarts(sheets);
  const isSmall = size <= small.bytes && (await holdsLittle(sheets));
  const total = Math.max(...starts.map((start) => start.total));
  return { total, isBinary: false, isSheet: true, isSmall, sheets: starts };
}

async function holdsLittle(sheets: readonly Sheet[]): Promise<boolean> {
  let cells = 0;
  let characters = 0;
  for (const sheet of sheets) {
    for await (const row of sheet.rows(small.bytes * 4)) {
      cells += row.cells.length;
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (cells > small.cells || characters > small.characters) return false;
    }
  }
  return true;
}

export interface BlockSize {
  rows: number;
  cells: number;
  characters: number;
}

/** Blocks that hold no more than `most`, and at least a row. */
export async function* inBlocks(
  rows: AsyncIterable<CsvRow>,
  most: BlockSize,
): AsyncGenerator<CsvRow[]> {
  let block: CsvRow[] = [];
  let count = 0;
  let characters = 0;
  for await (const row of rows) {
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    const isFull =
      block.length === most.rows ||
      count + row.cells.length > most.cells ||
      characters + length > most.characters;
    if (isFull && block.length > 0) {
      yield block;
      block = [];
      count = 0;
      characters = 0;
    }
    block.push(row);
    count += row.cells.length;
    characters += length;
  }
  if (block.length > 0) yield block;
}
