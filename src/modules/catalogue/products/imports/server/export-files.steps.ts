import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { parseCell } from '~/kit/shared/csv/csv';
import { CsvReader, type CsvRow } from '~/kit/shared/csv/csv-reader';
import { type SheetCell, sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import type { CsvColumn } from '../headings.rules';

export type ExportFormat = 'csv' | 'xlsx';

export const formatQuery = z.object({
  format: z
    .enum(['csv', 'xlsx'], { error: 'format must be csv or xlsx' })
    .optional()
    .describe('csv unless sent'),
});

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: sheetType,
};

/** Whether the file is packed on its way; an Excel file is packed in itself. */
export function packs(format: ExportFormat, client: { packs: boolean }): boolean {
  return client.packs && format === 'csv';
}

/** Where the bytes of an export go. */
export function exportTarget(isPacked: boolean): Transform {
  return isPacked ? createGzip({ level: 2 }) : new PassThrough({ highWaterMark: 262_144 });
}

/** Writes what the database gives as CSV to a file of the wanted format; CSV itself goes through untouched. */
export async function writeExport(
  lines: Readable,
  out: Transform,
  { format, columns }: { format: ExportFormat; columns: Columns },
): Promise<void> {
  if (format === 'csv') return pipeline(lines, out);
  return pipeline(lines, (pieces: AsyncIterable<Buffer>) => sheetOf(pieces, columns), out);
}

type Columns = readonly Pick<CsvColumn, 'field'>[];

async function* sheetOf(lines: AsyncIterable<Buffer>, columns: Columns) {
  const rows = rowsOf(lines);
  const header = (await rows.next()).value as CsvRow | undefined;
  const cells = async function* () {
    for await (const row of rows) yield cellsOf(row, columns);
  };
  yield* sheetFile({ titles: header?.cells ?? [], rows: cells() });
}

async function* rowsOf(lines: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder();
  const reader = new CsvReader(',');
  for await (const piece of lines) yield* reader.push(decoder.decode(piece, { stream: true }));
  yield* reader.end();
}

function cellsOf({ cells }: CsvRow, columns: Columns): SheetCell[] {
  return columns.map(({ field }, at) => parseCell(field, cells[at] ?? '') as SheetCell);
}
