import { AppError } from '~/kit/server/errors';
import { headerOf, inspectTable, type TableFile } from '~/kit/server/files/table-file';
import type { Upload } from '~/kit/server/files/upload';
import { SheetProblem } from '~/kit/shared/sheets/zip-reader';
import type { Mapping } from '../headings.rules';
import { isSheetName, mostRows, noCsvFile } from '../imports.fields';
import { readMapping } from '../mappings.rules';
import { clipped } from '../refusals.rules';
import type { ImportKind } from './imports.service';

interface Opened {
  table: TableFile;
  mapping: Mapping | null;
}

/** The file that was sent and where its columns go; 400 or 413 where either cannot be read. */
export function openTable(upload: Upload, kind: ImportKind): Promise<Opened> {
  return asRefused(async () => {
    const table = await inspectTable(upload.file);
    if (isSheetName(upload.name) && !table.isSheet) throw noFile();
    if (table.total > mostRows) throw tooManyRows();
    return { table, mapping: await mappingOf(upload, kind, table) };
  });
}

/** Runs what reads a file; what is wrong with an Excel file is a refusal. */
export async function asRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    throw new AppError('import.unreadable_file', 400, error.message);
  }
}

export function noFile(): AppError {
  return new AppError('import.file_missing', 400, noCsvFile, {
    details: [{ field: 'csvFile', message: noCsvFile }],
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
  const header = await headerOf(table);
  // What is not a table at all says so itself.
  if (header === null || header.problem !== undefined || table.isBinary) return null;
  const { mapping, problems } = readMapping(text, header.cells, format);
  const [first] = problems;
  if (first === undefined) return mapping;
  const details = problems.slice(0, 50).map((message) => ({
    field: 'mapping',
    message: clipped(message, 500),
  }));
  throw new AppError('import.wrong_mapping', 400, clipped(first, 500), { details });
}

export function tooManyRows(): AppError {
  const sentence = `The file has more than ${mostRows.toLocaleString('en-IN')} rows. Please import it in parts.`;
  return new AppError('import.too_many_rows', 413, sentence);
}
