import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { openSheet } from '~/kit/shared/sheets/xlsx-reader';
import { SheetProblem } from '~/kit/shared/sheets/zip-reader';

/** The first rows of a sheet, or why it cannot be read. */
export type SheetHead = readonly CsvRow[] | string;

// As many as of a CSV file.
const mostRows = 500;

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void headRows(data).then((head) => postMessage(head));
});

async function headRows(file: File): Promise<SheetHead> {
  const source = {
    size: file.size,
    read: async (from: number, to: number) =>
      new Uint8Array(await file.slice(from, to).arrayBuffer()),
  };
  const rows: CsvRow[] = [];
  try {
    const sheet = await openSheet(source);
    for await (const row of sheet.rows()) {
      rows.push(row);
      if (rows.length === mostRows) break;
    }
  } catch (error) {
    return error instanceof SheetProblem ? error.message : unreadable;
  }
  return rows;
}

const unreadable = 'The file cannot be read';
