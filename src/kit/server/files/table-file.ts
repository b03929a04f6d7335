import type { FileHandle } from 'node:fs/promises';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { openSheet } from '~/kit/shared/sheets/xlsx-reader';
import { type ByteSource, SheetProblem } from '~/kit/shared/sheets/zip-reader';
import { inspectCsv, readCsv } from './csv-stream';

/** A file of rows, whatever its format. */
export interface TableFile {
  /** At least the number of rows without the header, as far as it can be told beforehand. */
  total: number;
  isSheet: boolean;
  isBinary: boolean;
  /** The rows in blocks of at most `size`, the first one beginning with the header; from the start at each call. */
  blocks: (size: number) => AsyncGenerator<CsvRow[]>;
}

const zipped = [0x50, 0x4b, 0x03, 0x04];
const compound = [0xd0, 0xcf, 0x11, 0xe0];
const oldSheet =
  'This Excel file is of the old kind (.xls) or protected by a password. Please save it as .xlsx without one, or as CSV.';

/** Told by its content, not by its name. Throws `SheetProblem` for an Excel file that cannot be read. */
export async function inspectTable(file: FileHandle): Promise<TableFile> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: 0 });
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => buffer[at] === byte);
  if (begins(compound)) throw new SheetProblem(oldSheet);
  if (!begins(zipped)) {
    const csv = await inspectCsv(file);
    const { total, binary: isBinary } = csv;
    return { total, isBinary, isSheet: false, blocks: (size) => readCsv(csv, size) };
  }
  const { total, rows } = await openSheet(await bytesOf(file));
  return { total, isBinary: false, isSheet: true, blocks: (size) => inBlocks(rows(), size) };
}

/** The first row of a file; null of one that is empty. */
export async function headerOf(table: TableFile): Promise<CsvRow | null> {
  for await (const [header] of table.blocks(1)) return header ?? null;
  return null;
}

async function* inBlocks(rows: AsyncIterable<CsvRow>, size: number): AsyncGenerator<CsvRow[]> {
  let block: CsvRow[] = [];
  for await (const row of rows) {
    block.push(row);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

async function bytesOf(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    size,
    read: async (from, to) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, from);
      return bytes.subarray(0, bytesRead);
    },
  };
}
