import { CsvReader, type CsvRow, separatorOf } from '~/kit/shared/csv/csv-reader';
import { type Encoding, utf16In } from '~/kit/shared/csv/encodings';
import { tooLarge } from '~/kit/shared/sheets/zip-reader';
import type { SheetStart } from '~/kit/shared/sheets/sheet-starts';
import { columnLabels } from '../columns.rules';
import type { CsvFormat } from '../formats.rules';
import { headingRow } from '../heading-row.rules';
import { likelySheet, sheetNamed } from '../sheets.rules';
import type { SheetResponse, SheetQuestion } from './sheet-heads.client';

/** The first rows of a file. */
export interface FileStart {
  /** All rows that were read, any of the first of which may be that of the headings. */
  all: readonly CsvRow[];
  /** The detected encoding; null for an Excel file. */
  detected: Encoding | null;
  /** The encoding that it was read by instead. */
  chosen?: Encoding | undefined;
  /** The names of the sheets of an Excel file, and the one that was read. */
  sheets: readonly string[];
  sheet: string | null;
}

/** How a file is read; detected where nothing is chosen. */
export interface ReadingChoice {
  encoding?: Encoding | undefined;
  /** The name of a sheet. */
  sheet?: string | undefined;
}

/** The row of headings of a file and the first rows below it. */
export interface FileHead extends FileStart {
  /** The names of the columns (`columnLabels`), also of those that only rows have. */
  headings: readonly string[];
  /** The index of its row, or of the upper one of two. */
  at: number;
  header: CsvRow;
  rows: readonly CsvRow[];
}

const startBytes = 262_144;
const mostRows = 500;

/** Reads the first rows of a chosen file; a sentence for one that cannot be read. */
export async function readStart(
  file: File,
  format: CsvFormat,
  { encoding: chosen, sheet }: ReadingChoice = {},
): Promise<FileStart | string> {
  const bytes = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (beginsZipped(bytes)) {
    return readSheet(file, (sheets) =>
      sheet === undefined ? likelySheet(sheets, format) : sheetNamed(sheets, sheet),
    );
  }
  const detected = utf16In(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  if (!detected.startsWith('utf-16') && bytes.includes(0)) return 'This is not a CSV or Excel file';
  const text = new TextDecoder(chosen ?? detected).decode(bytes, { stream: true });
  const rows = csvRows(text, file.size <= startBytes);
  return startOf(rows, { detected, chosen, sheets: [], sheet: null });
}

function beginsZipped(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte);
}

const patienceMs = 15_000;

/** Reads in a worker: a small file may unpack to a large sheet, and the page must not freeze. */
async function readSheet(
  file: File,
  choose: (sheets: readonly SheetStart[]) => number,
): Promise<FileStart | string> {
  const worker = new Worker(new URL('./sheet-heads.client.ts', import.meta.url), {
    type: 'module',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (sheet: number | null) =>
    new Promise<SheetResponse>((done, fail) => {
      clearTimeout(timer);
      timer = setTimeout(() => done(tooLarge), patienceMs);
      worker.onmessage = ({ data }: MessageEvent<SheetResponse>) => done(data);
      worker.onerror = () => fail(new Error('The worker is lost'));
      worker.postMessage({ file, sheet } satisfies SheetQuestion);
    });
  try {
    const found = await ask(null);
    if (typeof found === 'string' || !('sheets' in found)) return String(found);
    const at = Math.max(0, choose(found.sheets));
    const read = await ask(at);
    if (typeof read === 'string' || !('rows' in read)) return String(read);
    const names = found.sheets.map(({ name }) => name);
    return startOf(read.rows, { detected: null, sheets: names, sheet: names[at] ?? null });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function startOf(rows: readonly CsvRow[], how: Omit<FileStart, 'all'>): FileStart | string {
  // An empty sheet among others leaves the choice of another one.
  if (rows.length === 0 && how.sheets.length < 2) return 'The file is empty';
  return { all: rows.slice(0, mostRows), ...how };
}

/** The start of a file whose headings are in this row; a sentence where there are none. */
export function headAt(read: FileStart, at: number): FileHead | string {
  const { header, next } = headingRow(read.all, at) ?? {};
  if (!header || header.cells.every((cell) => cell.trim() === '')) return 'The file has no header';
  const rows = read.all.slice(next);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const headings = Array.from({ length: width }, (_, column) => header.cells[column] ?? '');
  const labels = columnLabels([...headings, ...header.cells.slice(width)]);
  return { ...read, at, headings: labels, header, rows };
}

function csvRows(text: string, isWhole: boolean): CsvRow[] {
  const reader = new CsvReader(separatorOf(text));
  const hasLineFeeds = text.includes('\n') || !text.includes('\r');
  const rows = reader.push(hasLineFeeds ? text : text.replaceAll('\r', '\n'));
  return isWhole || rows.length === 0 ? [...rows, ...reader.end()] : rows;
}

/** A character that the slice cut through does not make it another encoding. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
