import { printCell, printRow } from '~/kit/shared/csv/csv';
import type { Column } from './tableColumn';

export type FileColumn<Row> = Pick<Column<Row>, 'title' | 'text' | 'fileValue'> &
  Partial<Pick<Column<Row>, 'key' | 'own'>>;

/** Rows as CSV: the columns' titles, then one line a row, as shown except for amounts, days and instants. */
export function csvOfRows<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  return csvTitles(columns) + csvLines(rows, columns);
}

export function csvTitles(columns: readonly FileColumn<never>[]): string {
  return printRow(columns.map((column) => printCell(titleInFile(column))));
}

/** An own field has the heading by which an import knows it. */
export function titleInFile({ title, key, own }: FileColumn<never>): string {
  return own && key !== undefined ? key : title;
}

export function csvLines<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  const lines = rows.map((row) =>
    printRow(
      columns.map(({ text, fileValue }) => printCell(fileValue ? fileValue(row) : text(row))),
    ),
  );
  return lines.join('');
}

export type RowsFormat = 'csv' | 'xlsx';

/** Rows as a file to be saved, made here, also offline. */
export async function fileOfRows<Row>(
  format: RowsFormat,
  rows: readonly Row[],
  columns: readonly FileColumn<Row>[],
): Promise<Blob> {
  // Excel takes a CSV for UTF-8 only when a byte order mark says so.
  if (format === 'csv') return new Blob(['\ufeff', csvOfRows(rows, columns)], { type: 'text/csv' });
  const { sheetOfRows } = await import('./rowsSheet');
  return sheetOfRows(rows, columns);
}
