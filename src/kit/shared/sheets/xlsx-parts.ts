import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { longestCell } from '~/kit/shared/csv/csv-reader';
import { type DateSystem, isDateFormat, wordAfter } from './sheet-dates';
import { TextStore } from './text-store';
import { type XmlListener, XmlScanner } from './xml-scanner';
import { attributesOf, textOfXml } from './xml-text';
import { broken, SheetProblem, unpacked } from './zip-reader';

const mostPartBytes = 4_194_304;
const mostSharedBytes = 134_217_728;
/** So many of a file can be chosen from. */
const mostSheets = 100;
/** Longer than any sheet program takes. */
const longestName = 200;

export interface SheetPart {
  name: string;
  entry: FileEntry;
}

export interface Workbook {
  /** Those with rows of cells, in their order: hidden ones where all are hidden. At least one. */
  sheets: readonly SheetPart[];
  /** The texts that cells name by their number. */
  shared: FileEntry | undefined;
  /** By the number of a cell's style. */
  isDate: readonly boolean[];
  /** What a style writes after a number, by the number of the style. */
  suffixes: readonly string[];
  dates: DateSystem;
}

/** What it takes to read the sheets: the parts of the file are found by the links between them, as no name is fixed. */
export async function readWorkbook(entries: readonly FileEntry[]): Promise<Workbook> {
  const parts = new Parts(entries);
  const [main] = (await parts.linksOf('')).filter(({ type }) => type === 'officedocument');
  const path = [main?.path ?? '', 'xl/workbook.xml'].find((each) => parts.at(each));
  if (path === undefined) throw new SheetProblem('This Excel file has no sheet');
  const book = bookListener();
  await parts.scan(parts.at(path), book);
  const links = await parts.linksOf(path);
  const linked = (type: string, usual: string) => {
    const link = links.find((each) => each.type === type);
    return parts.at(link?.path ?? resolved(folderOf(path), usual));
  };
  const styles = styleListener();
  await parts.scan(linked('styles', 'styles.xml'), styles);
  return {
    sheets: sheetsOf(book, { parts, links }),
    shared: linked('sharedstrings', 'sharedStrings.xml'),
    isDate: styles.isDate,
    suffixes: styles.suffixes,
    dates: book.dates(),
  };
}

interface Link {
  id: string;
  /** The last word of its type, in small letters, which is alike in both kinds of the standard. */
  type: string;
  path: string;
}

/** The parts of a file, by their paths regardless of case. */
class Parts {
  private readonly byPath: ReadonlyMap<string, FileEntry>;

  constructor(entries: readonly FileEntry[]) {
    const named = entries.map((entry) => {
      const name = new TextDecoder().decode(entry.rawFilename);
      return [resolved('', name), entry] as const;
    });
    this.byPath = new Map(named);
  }

  at(path: string): FileEntry | undefined {
    return this.byPath.get(path);
  }

  async scan(entry: FileEntry | undefined, listener: XmlListener): Promise<void> {
    if (entry) await scanAll(unpacked(entry, mostPartBytes), listener);
  }

  /** The links of a part within the file; those of the file itself where the path is empty. */
  async linksOf(path: string): Promise<Link[]> {
    const folder = folderOf(path);
    const links: Link[] = [];
    const own = resolved(folder, `_rels/${path.slice(path.lastIndexOf('/') + 1)}.rels`);
    await this.scan(this.at(own), {
      open: (name, tag) => {
        if (name !== 'Relationship') return;
        const { Id: id = '', Type: type = '', Target: target, TargetMode } = attributesOf(tag);
        if (target === undefined || TargetMode === 'External') return;
        const kind = type.slice(type.lastIndexOf('/') + 1).toLowerCase();
        links.push({ id, type: kind, path: resolved(folder, target) });
      },
    });
    return links;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** `xl/worksheets/a.xml` of the folder `xl/` and `./worksheets/A.xml`, `/xl/worksheets/a.xml` or `../xl/worksheets/a.xml`. */
function resolved(folder: string, target: string): string {
  const whole = decoded(target).replaceAll('\\', '/');
  const path: string[] = [];
  for (const name of (whole.startsWith('/') ? whole : folder + whole).split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/').toLowerCase();
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

interface NamedSheet {
  name: string;
  id: string;
  isVisible: boolean;
}

function bookListener() {
  const sheets: NamedSheet[] = [];
  let dates: DateSystem = 1900;
  return {
    open: (name: string, tag: string) => {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributesOf(tag)['date1904'] ?? '')) {
        dates = 1904;
      }
      if (name !== 'sheet') return;
      const { name: own = '', id = '', state = 'visible' } = attributesOf(tag);
      sheets.push({ name: own.slice(0, longestName), id, isVisible: state === 'visible' });
    },
    sheets,
    dates: () => dates,
  };
}

/** Charts and dialogs have no cells. A sheet whose part is missing is not taken for an empty one. */
function sheetsOf(
  book: { sheets: readonly NamedSheet[] },
  { parts, links }: { parts: Parts; links: readonly Link[] },
): SheetPart[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const own = book.sheets.filter(({ id }) => ['worksheet', ''].includes(byId.get(id)?.type ?? ''));
  const visible = own.filter(({ isVisible }) => isVisible);
  const sheets = (visible.length > 0 ? visible : own).flatMap(({ name, id }) => {
    const entry = parts.at(byId.get(id)?.path ?? '');
    return entry ? [{ name, entry }] : [];
  });
  if (sheets.length > 0) return sheets.slice(0, mostSheets);
  if (own.length > 0) throw new SheetProblem(broken);
  const hasCharts = book.sheets.length > 0;
  throw new SheetProblem(
    hasCharts ? 'This Excel file has only charts' : 'This Excel file has no sheet',
  );
}

/** Reads a whole part. */
async function scanAll(pieces: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const scanner = new XmlScanner(listener);
  for await (const text of textsOf(pieces)) scanner.push(text);
  scanner.end();
}

/** The text of a part: XML is written in UTF-8 or UTF-16. */
export async function* textsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
}

/** By its byte order mark, or by the zero next to its first sign. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

function styleListener() {
  const codes = new Map<number, string>();
  const cached = new Map<number, { isDate: boolean; word: string }>();
  const isDate: boolean[] = [];
  const suffixes: string[] = [];
  let isCell = false;
  const styleOf = (id: number) => {
    const code = codes.get(id);
    const found = cached.get(id) ?? { isDate: isDateFormat(id, code), word: wordAfter(code ?? '') };
    cached.set(id, found);
    return found;
  };
  return {
    isDate,
    suffixes,
    open: (name: string, tag: string) => {
      if (name === 'cellXfs') isCell = true;
      else if (name === 'numFmt') {
        const { numFmtId, formatCode } = attributesOf(tag);
        if (formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      } else if (name === 'xf' && isCell) {
        const style = styleOf(Number(attributesOf(tag)['numFmtId'] ?? 0));
        isDate.push(style.isDate);
        suffixes.push(style.word);
      }
    },
    close: (name: string) => {
      if (name === 'cellXfs') isCell = false;
    },
  };
}

/** The texts that cells name by their number. */
export async function sharedTexts(entry: FileEntry | undefined): Promise<TextStore> {
  const all = new TextStore();
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
