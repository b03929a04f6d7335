import { CsvReader, type CsvRow, separatorOf } from '~/kit/shared/csv/csv-reader';
import { tooLarge } from '~/kit/shared/sheets/zip-reader';
import type { SheetHead } from './sheet-heads.client';

/** The row of headings of a file and the first rows below it. */
export interface FileHead {
  headings: readonly string[];
  header: CsvRow;
  rows: readonly CsvRow[];
  /** All rows that were read, any of the first of which may be that of the headings. */
  all: readonly CsvRow[];
}

const startBytes = 262_144;
const mostRows = 500;

/** Reads the first rows of a chosen file; a sentence for one that cannot be read. */
export async function readStart(file: File): Promise<readonly CsvRow[] | string> {
  const bytes = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (beginsZipped(bytes)) return startOf(await sheetRows(file));
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isWide && bytes.includes(0)) return 'This is not a CSV file';
  return startOf(csvRows(textOf(bytes, isWide), file.size <= startBytes));
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

function startOf(rows: SheetHead): readonly CsvRow[] | string {
  if (typeof rows === 'string') return rows;
  return rows.length === 0 ? 'The file is empty' : rows.slice(0, mostRows);
}

/** The start of a file whose headings are in this row; a sentence where there are none. */
export function headAt(all: readonly CsvRow[], at: number): FileHead | string {
  const header = all[at];
  const headings = header?.cells.map((cell) => cell.trim()) ?? [];
  if (!header || headings.every((heading) => heading === '')) return 'The file has no header';
  return { headings, header, rows: all.slice(at + 1), all };
}

function csvRows(text: string, isWhole: boolean): CsvRow[] {
  const reader = new CsvReader(separatorOf(text));
  const hasLineFeeds = text.includes('\n') || !text.includes('\r');
  const rows = reader.push(hasLineFeeds ? text : text.replaceAll('\r', '\n'));
  return isWhole || rows.length === 0 ? [...rows, ...reader.end()] : rows;
}

/** As the server reads it; a character that the slice cut through is no reason to take it for another encoding. */
function textOf(bytes: Uint8Array, isWide: boolean): string {
  if (isWide) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
