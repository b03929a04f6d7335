import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { type SheetStart, sheetStarts } from '~/kit/shared/sheets/sheet-starts';
import { openSheets } from '~/kit/shared/sheets/xlsx-reader';
import { SheetProblem } from '~/kit/shared/sheets/zip-reader';

/** The sheets of a file, or the first rows of one of them by its place. */
export interface SheetQuestion {
  file: File;
  sheet: number | null;
}

/** The response to it, or why the file cannot be read. */
export type SheetResponse =
  | { sheets: readonly SheetStart[] }
  | { rows: readonly CsvRow[] }
  | string;

// As many as of a CSV file.
const mostRows = 500;

addEventListener('message', ({ data }: MessageEvent<SheetQuestion>) => {
  void responseTo(data).then((response) => postMessage(response));
});

async function responseTo({ file, sheet }: SheetQuestion): Promise<SheetResponse> {
  const source = {
    size: file.size,
    read: async (from: number, to: number) =>
      new Uint8Array(await file.slice(from, to).arrayBuffer()),
  };
  try {
    const sheets = await openSheets(source);
    if (sheet === null) return { sheets: await sheetStarts(sheets) };
    const rows: CsvRow[] = [];
    for await (const row of sheets[sheet]?.rows() ?? []) {
      rows.push(row);
      if (rows.length === mostRows) break;
    }
    return { rows };
  } catch (error) {
    return error instanceof SheetProblem ? error.message : unreadable;
  }
}

const unreadable = 'The file cannot be read';
