import { type SheetCell, sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import { type FileColumn, titleInFile } from './rowsFile';

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Rows as an Excel file: the columns' titles, then one line a row, with amounts and dates as the sheet's own. */
export async function sheetOfRows<Row>(
  rows: Rows<Row>,
  columns: readonly FileColumn<Row>[],
): Promise<Blob> {
  const titles = columns.map(titleInFile);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of sheetFile({ titles, rows: cellsInSlices(rows, columns) }))
    pieces.push(piece);
  return new Blob(pieces, { type: sheetType });
}

const sliceRows = 200;

/** The page stays alive between the slices. */
async function* cellsInSlices<Row>(rows: Rows<Row>, columns: readonly FileColumn<Row>[]) {
  let at = 0;
  for await (const row of rows) {
    at += 1;
    if (at % sliceRows === 0) await new Promise((resolve) => setTimeout(resolve));
    yield columns.map((column) => cellOf(row, column));
  }
}

const moment = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;

function cellOf<Row>(row: Row, { text, fileValue }: FileColumn<Row>): SheetCell {
  if (!fileValue) return text(row);
  const value = fileValue(row);
  return typeof value === 'string' && moment.test(value) ? { moment: value } : value;
}
