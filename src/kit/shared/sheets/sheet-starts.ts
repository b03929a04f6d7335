import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import type { Sheet } from './xlsx-reader';
import { SheetProblem } from './zip-reader';

/** How a sheet begins, by which the one with the data is found among others. */
export interface SheetStart {
  name: string;
  /** How many rows it says that it has, without the header. */
  total: number;
  /** Its first filled rows, their cells cut; none of a file's only sheet, where there is no choice. */
  rows: readonly CsvRow[];
}

const mostRows = 20;
const longestCell = 100;
/** Of one sheet, unpacked: it may begin with any number of empty rows. */
const mostUnpacked = 1_048_576;
/** Of all sheets together. */
const mostCells = 50_000;

export async function sheetStarts(sheets: readonly Sheet[]): Promise<SheetStart[]> {
  const starts: SheetStart[] = [];
  let cells = 0;
  for (const { name, total, rows: rowsOf } of sheets) {
    const rows: CsvRow[] = [];
    const isShown = sheets.length > 1 && cells <= mostCells;
    try {
      for await (const { cells: own, ...row } of isShown ? rowsOf(mostUnpacked) : []) {
        cells += own.length;
        rows.push({ ...row, cells: own.map((cell) => cell.slice(0, longestCell)) });
        if (rows.length === mostRows) break;
      }
      starts.push({ name, total: await total(), rows });
    } catch (error) {
      // Another sheet may be whole; who chooses this one learns why it cannot be read.
      if (!(error instanceof SheetProblem) || sheets.length === 1) throw error;
      starts.push({ name, total: 0, rows });
    }
  }
  return starts;
}
