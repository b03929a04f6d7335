import { CsvReader, type CsvRow, separatorOf } from '~/kit/shared/csv/csv-reader';
import { type Encoding, utf16In } from '~/kit/shared/csv/encodings';
import { tooLarge } from '~/kit/shared/sheets/zip-reader';
import type { SheetHead } from './sheet-heads.client';

/** The first rows of a file. */
export interface FileStart {
  /** All rows that were read, any of the first of which may be that of the headings. */
  all: readonly CsvRow[];
  /** The detected encoding; null for an Excel file. */
  detected: Encoding | null;
  /** The encoding that it was read by instead. */
  chosen?: Encoding | undefined;
}

/** The row of headings of a file and the first rows below it. */
export interface FileHead extends FileStart {
  headings: readonly string[];
  header: CsvRow;
  rows: readonly CsvRow[];
}

const startBytes = 262_144;
const mostRows = 500;

/** Reads the first rows of a chosen file; a sentence for one that cannot be read. */
export async function readStart(file: File, chosen?: Encoding): Promise<FileStart | string> {
  const bytes = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (beginsZipped(bytes)) return startOf(await sheetRows(file), { detected: null });
  const detected = utf16In(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  if (!detected.startsWith('utf-16') && bytes.includes(0)) return 'This is not a CSV file';
  const text = new TextDecoder(chosen ?? detected).decode(bytes, { stream: true });
  return startOf(csvRows(text, file.size <= startBytes), { detected, chosen });
}

function beginsZipped(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte);
}

const patienceMs = 15_000;

/** Reads in a worker: a small file may unpack to a large sheet, and the page must not freeze. */
async function sheetRows(file: File): Promise<SheetHead> {
  const worker = new Worker(new URL('./sheet-heads.client.ts', import.meta.url), {
    type: 'module',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<SheetHead>((done, fail) => {
      timer = setTimeout(() => done(tooLarge), patienceMs);
      worker.addEventListener('message', ({ data }: MessageEvent<SheetHead>) => done(data));
      worker.addEventListener('error', () => fail(new Error('The worker is lost')));
      worker.postMessage(file);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function startOf(rows: SheetHead, encoding: Omit<FileStart, 'all'>): FileStart | string {
  if (typeof rows === 'string') return rows;
  return rows.length === 0 ? 'The file is empty' : { all: rows.slice(0, mostRows), ...encoding };
}

/** The start of a file whose headings are in this row; a sentence where there are none. */
export function headAt(read: FileStart, at: number): FileHead | string {
  const header = read.all[at];
  const headings = header?.cells.map((cell) => cell.trim()) ?? [];
  if (!header || headings.every((heading) => heading === '')) return 'The file has no header';
  return { ...read, headings, header, rows: read.all.slice(at + 1) };
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
