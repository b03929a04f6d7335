import { AppError } from '~/kit/server/errors';
import { firstRows, inspectTable, type TableFile } from '~/kit/server/files/table-file';
import type { Upload } from '~/kit/server/files/upload';
import type { SheetStart } from '~/kit/shared/sheets/sheet-starts';
import { SheetProblem } from '~/kit/shared/sheets/zip-reader';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { isSheetName, mostRows, noCsvFile, takenFiles } from '../imports.fields';
import { GroupRows } from '../group-rows.rules';
import { readHeading } from '../heading.rules';
import { headingAt, headingRow, mostHeadingRows } from '../heading-row.rules';
import { encodingOf, type Mapping, readMapping } from '../mapping.rules';
import { NamelessColumns } from '../nameless.rules';
import { likelySheet, otherSheetsNote, sheetNamed } from '../sheets.rules';
import { clipped } from '../texts.rules';
import type { ImportKind, RowTaker, Run } from './imports.service';

interface Opened {
  table: TableFile;
  /** Names the sheets that are not read. */
  sheetNote: string | null;
  mapping: Mapping | null;
}

/** The file that was sent and where its columns go; 400 or 413 where either cannot be read. */
export function openTable(upload: Upload, kind: ImportKind): Promise<Opened> {
  return asRefused(async () => {
    const table = await inspectTable(upload.file, {
      encoding: encodingOf(upload.texts['mapping'] ?? ''),
      sheetOf: (sheets) => chosenSheet(sheets, upload.texts['sheet'], kind),
    });
    if (isSheetName(upload.name) && !table.isSheet) throw noFile();
    if (table.total > mostRows) throw tooManyRows();
    const isChosen = upload.texts['sheet'] !== undefined;
    const sheetNote = isChosen ? null : otherSheetsNote(table.sheets, table.sheet);
    return { table, sheetNote, mapping: await mappingOf(upload, kind, table) };
  });
}

/** The sheet that the request names, or else the one that looks like the data; 400 for a name that the file does not have. */
function chosenSheet(
  sheets: readonly SheetStart[],
  name: string | undefined,
  { format }: ImportKind,
): number {
  if (name === undefined) return likelySheet(sheets, format);
  const at = sheetNamed(sheets, name);
  if (at >= 0) return at;
  const message = clipped(`The file has no sheet "${name}"`);
  const details = [{ field: 'sheet', message }];
  throw new AppError('import.wrong_mapping', message, { details });
}

/** Runs what reads a file; what is wrong with an Excel file is a refusal. */
async function asRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    throw new AppError('import.unreadable_file', error.message);
  }
}

export function noFile(): AppError {
  return new AppError('import.file_missing', noCsvFile, {
    details: [{ field: 'csvFile', message: takenFiles }],
  });
}

/** The mapping that was sent with the file, or null; 400 for one that does not fit it, a sentence each. */
async function mappingOf(
  { texts }: Upload,
  { format }: ImportKind,
  table: TableFile,
): Promise<Mapping | null> {
  const text = texts['mapping'];
  if (text === undefined) return null;
  const rows = await firstRows(table, mostHeadingRows * 2);
  const header = rows[headingAt(rows, format)];
  // What is not a table at all says so itself.
  if (!header || header.problem !== undefined || table.isBinary) return null;
  const { mapping, problems } = readMapping(text, rows, format);
  const [first] = problems;
  if (first === undefined) return mapping;
  const details = problems.slice(0, 50).map((message) => ({
    field: 'mapping',
    message: clipped(message, 500),
  }));
  throw new AppError('import.wrong_mapping', clipped(first, 500), { details });
}

export function tooManyRows(): AppError {
  const message = `The file has more than ${mostRows.toLocaleString('en-IN')} rows. Please import it in parts.`;
  return new AppError('import.too_many_rows', message);
}

/** Small enough that other requests are answered in between, large enough for an efficient COPY. */
const blockRows = 2000;

/**
 * Reads the whole file in the session's transaction, block by block. `pause` is called after each block; if it throws, the
 * import ends and is rolled back.
 */
export function readRows(
  { kind, table, sheetNote, mapping }: Opened & { kind: ImportKind },
  run: Run,
  pause: () => Promise<void>,
): Promise<void> {
  const { report } = run;
  return asRefused(async () => {
    let rows: RowTaker | null = null;
    let nameless: NamelessColumns | null = null;
    let groups: GroupRows | null = null;
    try {
      for await (const block of table.blocks(blockRows)) {
        let body = block;
        if (!rows) {
          const line = mapping?.heading_line;
          const at =
            line === undefined
              ? headingAt(block, kind.format)
              : block.findIndex((row) => row.line === line);
          const { header, next } = headingRow(block, at) ?? { header: emptyRow, next: 0 };
          const { isSheet } = table;
          const first = { rows: block.slice(next), isSheet };
          const heading = readHeading(header, kind.format, mapping, first);
          if (table.isBinary && !heading.isUsable) return report.refuseFile(notCsv);
          if (header.problem !== undefined) return report.refuseFile(header.problem);
          report.begin(header, heading);
          if (sheetNote !== null) report.remark(header.line, { message: sheetNote });
          if (!heading.isUsable) return;
          rows = await kind.open(run, heading);
          nameless = new NamelessColumns(header, heading);
          groups = GroupRows.of(header);
          body = block.slice(next);
        }
        nameless?.read(body);
        await rows.take(groups?.mark(body) ?? body);
        report.counts.processed += body.length;
        await pause();
      }
      if (!rows) return report.refuseFile('The file is empty');
      const ofGroups = groups?.remark() ?? null;
      if (ofGroups !== null) report.remark(1, { message: ofGroups });
      for (const remark of nameless?.remarks() ?? []) report.remark(...remark);
      await rows.finish();
    } finally {
      // Pending writes must end before the transaction is rolled back.
      await rows?.settled();
    }
  });
}

const emptyRow: CsvRow = { line: 1, cells: [] };

const notCsv = 'This is not a CSV or Excel file';
