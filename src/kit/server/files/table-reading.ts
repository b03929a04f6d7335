import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { openSheet } from '~/kit/shared/sheets/xlsx-reader';
import type { Encoding } from '~/kit/shared/csv/encodings';
import { type ByteSource, SheetProblem } from '~/kit/shared/sheets/zip-reader';
import { inspectCsv, readCsv } from './csv-stream';

export interface TableSummary {
  /** At least the number of rows without the header, as far as it is known beforehand. */
  total: number;
  isSheet: boolean;
  isBinary: boolean;
}

interface ReadTable extends TableSummary {
  /** From the start at each call. */
  rows: () => AsyncGenerator<CsvRow>;
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
  if (!begins(zipped)) {
    const csv = await inspectCsv(source, encoding);
    const { total, binary: isBinary } = csv;
    return { total, isBinary, isSheet: false, rows: () => readCsv(csv) };
  }
  const { total, rows } = await openSheet(source);
  return { total, isBinary: false, isSheet: true, rows };
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
