import { type DateSystem, isDateFormat } from './sheet-dates';
import { tagsOf, textOfXml } from './xml-text';
import { type ByteSource, SheetProblem, unpacked, type ZipEntry } from './zip-reader';

const mostPartBytes = 4_194_304;
const mostSharedBytes = 134_217_728;
const mostShared = 4_000_000;

export interface Workbook {
  sheet: ZipEntry;
  /** By the number of a cell's style. */
  isDate: readonly boolean[];
  dates: DateSystem;
}

type Entries = ReadonlyMap<string, ZipEntry>;

/** What it takes to read the first sheet that is not hidden. */
export async function readWorkbook(source: ByteSource, entries: Entries): Promise<Workbook> {
  const part = (name: string) => partOf(source, entries, name);
  const book = await part('xl/workbook.xml');
  const links = tagsOf(await part('xl/_rels/workbook.xml.rels'), 'Relationship');
  const shown = tagsOf(book, 'sheet').find(
    ({ state }) => state === undefined || state === 'visible',
  );
  const target = links.find((link) => link['Id'] === shown?.['id'])?.['Target'];
  const sheet = target === undefined ? undefined : entries.get(pathOf(target));
  if (!sheet) throw new SheetProblem('This Excel file has no sheet');
  const [properties] = tagsOf(book, 'workbookPr');
  return {
    sheet,
    isDate: dateStyles(await part('xl/styles.xml')),
    dates: ['1', 'true'].includes(properties?.['date1904'] ?? '') ? 1904 : 1900,
  };
}

function pathOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function partOf(source: ByteSource, entries: Entries, name: string): Promise<string> {
  const entry = entries.get(name);
  if (!entry) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of unpacked(source, entry, mostPartBytes)) {
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

function dateStyles(styles: string): boolean[] {
  const codes = new Map(
    tagsOf(styles, 'numFmt').map(({ numFmtId, formatCode }) => [Number(numFmtId), formatCode]),
  );
  const cells = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  return tagsOf(cells, 'xf').map(({ numFmtId }) => {
    const id = Number(numFmtId ?? 0);
    return isDateFormat(id, codes.get(id));
  });
}

/** The texts that cells name by their number. */
export async function sharedStrings(source: ByteSource, entries: Entries): Promise<string[]> {
  const entry = entries.get('xl/sharedStrings.xml');
  const all: string[] = [];
  if (!entry) return all;
  for await (const { xml } of elementsOf(unpacked(source, entry, mostSharedBytes), 'si')) {
    all.push(runsText(xml));
    if (all.length > mostShared) throw new SheetProblem('This Excel file has too many texts');
  }
  return all;
}

/** The text of a string with its runs, without how it is spoken. */
export function runsText(xml: string): string {
  const spoken = xml.includes('rPh') ? xml.replaceAll(phonetic, '') : xml;
  let text = '';
  for (const [, run = ''] of spoken.matchAll(runs)) text += run;
  return textOfXml(text);
}

const phonetic = /<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g;
const runs = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g;

const longestElement = 4_194_304;

export interface XmlElement {
  attributes: string;
  /** Its content. */
  xml: string;
}

/** Elements of a name, as a document arrives; none of them lies in another. */
export async function* elementsOf(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<XmlElement> {
  const decoder = new TextDecoder();
  const opening = new RegExp(`<((?:\\w+:)?)${name}((?:\\s[^>]*?)?)(/?)>`, 'g');
  let text = '';
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    let done = 0;
    for (;;) {
      opening.lastIndex = done;
      const found = opening.exec(text);
      if (!found) {
        // A tag may be cut through.
        done = Math.max(done, text.lastIndexOf('<'));
        break;
      }
      const [whole, prefix = '', attributes = '', isEmpty = ''] = found;
      const from = found.index + whole.length;
      const closing = `</${prefix}${name}>`;
      const end = isEmpty ? from : text.indexOf(closing, from);
      if (end < 0) {
        done = found.index;
        break;
      }
      yield { attributes, xml: text.slice(from, end) };
      done = isEmpty ? end : end + closing.length;
    }
    text = text.slice(done);
    if (text.length > longestElement) {
      throw new SheetProblem('A row of this Excel file is too long to be read');
    }
  }
}
