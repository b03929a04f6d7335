import type { FileHandle } from 'node:fs/promises';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { inspectCsv, readCsv } from './csv-stream';

/** A file of rows, whatever its format. */
export interface TableFile {
  /** At least the number of rows without the header, as far as it can be told beforehand. */
  total: number;
  isBinary: boolean;
  /** The rows in blocks of at most `size`, the first one beginning with the header; from the start at each call. */
  blocks: (size: number) => AsyncGenerator<CsvRow[]>;
}

export async function inspectTable(file: FileHandle): Promise<TableFile> {
  const csv = await inspectCsv(file);
  return { total: csv.total, isBinary: csv.binary, blocks: (size) => readCsv(csv, size) };
}

/** The first row of a file; null of one that is empty. */
export async function headerOf(table: TableFile): Promise<CsvRow | null> {
  for await (const [header] of table.blocks(1)) return header ?? null;
  return null;
}
