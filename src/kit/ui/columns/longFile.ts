import type { LongRows } from '~/kit/ui/feeds/long-table';
import { csvLines, csvTitles, type FileColumn, type RowsFormat } from './rowsFile';
import { sheetOfRows } from './rowsSheet';

const rowsAtOnce = 500;
/** A sheet of Excel has one row more, for the titles. */
const mostSheetRows = 1_048_575;

interface FileRequest<Row> {
  long: Pick<LongRows<Row>, 'idsIn' | 'rowsOf'>;
  columns: readonly FileColumn<Row>[];
  /** Hears how much is done, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** The rows of a long list as a file, asked for in its order as it was when the export began. */
export function fileOfLong<Row>(format: RowsFormat, request: FileRequest<Row>): Promise<Blob> {
  return format === 'csv' ? csvOfLong(request) : sheetOfLong(request);
}

async function csvOfLong<Row>(request: FileRequest<Row>): Promise<Blob> {
  const { columns } = request;
  // Excel takes a CSV for UTF-8 only when a byte order mark says so.
  const content = ['\ufeff', csvTitles(columns)];
  for await (const rows of parts(request, await idsOf(request)))
    content.push(csvLines(rows, columns));
  return new Blob(content, { type: 'text/csv' });
}

/** Rejects with a sentence where there are more rows than a sheet holds. */
async function sheetOfLong<Row>(request: FileRequest<Row>): Promise<Blob> {
  const ids = await idsOf(request);
  if (ids.length > mostSheetRows) throw new TooManyRows();
  return sheetOfRows(singly(parts(request, ids)), request.columns);
}

class TooManyRows extends Error {
  override readonly name = 'TooManyRows';

  constructor() {
    super('Excel files can have at most 1,048,575 rows. Filter the list, or export CSV.');
  }
}

const idsOf = <Row>({ long }: FileRequest<Row>) => long.idsIn(0, Number.POSITIVE_INFINITY);

async function* parts<Row>({ long, onProgress }: FileRequest<Row>, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    onProgress(at / ids.length);
    yield await long.rowsOf(ids.slice(at, at + rowsAtOnce));
  }
}

async function* singly<Row>(all: AsyncIterable<readonly Row[]>) {
  for await (const rows of all) yield* rows;
}
