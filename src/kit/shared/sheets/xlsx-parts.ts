import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { longestCell } from '~/kit/shared/csv/csv-reader';
import { type DateSystem, isDateFormat } from './sheet-dates';
import { TextStore } from './text-store';
import { type XmlListener, XmlScanner } from './xml-scanner';
import { attributesOf, textOfXml } from './xml-text';
import { SheetProblem, unpacked } from './zip-reader';

const mostPartBytes = 4_194_304;
const mostSharedBytes = 134_217_728;

export interface Workbook {
  sheet: FileEntry;
  /** By the number of a cell's style. */
  isDate: readonly boolean[];
  dates: DateSystem;
}

type Entries = ReadonlyMap<string, FileEntry>;

/** What it takes to read the first sheet that is not hidden. */
export async function readWorkbook(entries: Entries): Promise<Workbook> {
  const scan = async (name: string, listener: XmlListener) => {
    const entry = entries.get(name);
    if (entry) await scanAll(unpacked(entry, mostPartBytes), listener);
  };
  const book = bookListener();
  await scan('xl/workbook.xml', book);
  let target: string | undefined;
  await scan('xl/_rels/workbook.xml.rels', {
    open: (name, tag) => {
      if (name !== 'Relationship' || target !== undefined) return;
      const link = attributesOf(tag);
      if (link['Id'] === book.shown()?.['id']) target = link['Target'];
    },
  });
  const sheet = target === undefined ? undefined : entries.get(pathOf(target));
  if (!sheet) throw new SheetProblem('This Excel file has no sheet');
  const styles = styleListener();
  await scan('xl/styles.xml', styles);
  return { sheet, isDate: styles.isDate, dates: book.dates() };
}

function bookListener() {
  let shown: Record<string, string> | undefined;
  let dates: DateSystem = 1900;
  return {
    open: (name: string, tag: string) => {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributesOf(tag)['date1904'] ?? '')) {
        dates = 1904;
      }
      if (name !== 'sheet' || shown) return;
      const sheet = attributesOf(tag);
      if ((sheet['state'] ?? 'visible') === 'visible') shown = sheet;
    },
    shown: () => shown,
    dates: () => dates,
  };
}

function pathOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Reads a whole part. */
async function scanAll(pieces: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const scanner = new XmlScanner(listener);
  const decoder = new TextDecoder();
  for await (const piece of pieces) scanner.push(decoder.decode(piece, { stream: true }));
  scanner.end();
}

function styleListener() {
  const codes = new Map<number, string>();
  const cached = new Map<number, boolean>();
  const isDate: boolean[] = [];
  let isCell = false;
  const isDateStyle = (id: number): boolean => {
    const found = cached.get(id) ?? isDateFormat(id, codes.get(id));
    cached.set(id, found);
    return found;
  };
  return {
    isDate,
    open: (name: string, tag: string) => {
      if (name === 'cellXfs') isCell = true;
      else if (name === 'numFmt') {
        const { numFmtId, formatCode } = attributesOf(tag);
        if (formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      } else if (name === 'xf' && isCell) {
        isDate.push(isDateStyle(Number(attributesOf(tag)['numFmtId'] ?? 0)));
      }
    },
    close: (name: string) => {
      if (name === 'cellXfs') isCell = false;
    },
  };
}

/** The texts that cells name by their number. */
export async function sharedTexts(entries: Entries): Promise<TextStore> {
  const all = new TextStore();
  const entry = entries.get('xl/sharedStrings.xml');
  if (!entry) return all;
  const runs = new RunText();
  await scanAll(unpacked(entry, mostSharedBytes), {
    open: (name) => {
      if (name === 'si') runs.clear();
      else runs.open(name);
    },
    close: (name) => {
      if (name === 'si') all.add(runs.text());
      else runs.close(name);
    },
    text: (piece) => runs.add(piece),
  });
  return all;
}

// A character may be written with so many: `&#x10FFFF;`.
const mostWritten = 10 * (longestCell + 1);

/** The text of a cell's value or of a string with its runs, without how it is spoken. */
export class RunText {
  private isOpen = false;
  private isSpoken = false;
  private written = '';

  clear(): void {
    this.isOpen = false;
    this.isSpoken = false;
    this.written = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.isSpoken = true;
    else if (name === 't' || name === 'v') this.isOpen = !this.isSpoken;
  }

  close(name: string): void {
    if (name === 'rPh') this.isSpoken = false;
    else if (name === 't' || name === 'v') this.isOpen = false;
  }

  add(piece: string): void {
    if (this.isOpen && this.written.length < mostWritten) this.written += piece;
  }

  /** Cut where it is longer than a cell can be, and then one character too long. */
  text(): string {
    return textOfXml(this.written).slice(0, longestCell + 1);
  }
}
