import {
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { expect, it } from 'vitest';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { openSheets } from './xlsx-reader';

function sheetsIn(bytes: Uint8Array<ArrayBuffer>) {
  const read = async (from: number, to: number) => bytes.slice(from, to);
  return openSheets({ size: bytes.byteLength, read });
}

async function rowsOf(bytes: Uint8Array<ArrayBuffer>) {
  const [sheet] = await sheetsIn(bytes);
  const rows: CsvRow[] = [];
  if (sheet) for await (const row of sheet.rows()) rows.push(row);
  return rows;
}

const smallSheet = '<sheetData><row><c><v>1</v></c></row></sheetData>';

/** A file of any parts. */
async function fileOf(parts: Record<string, string | Uint8Array>) {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(parts)) {
    const reader =
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
    await zip.add(name, reader);
  }
  return new Uint8Array(await zip.close());
}

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const linksTo = (...links: [id: string, type: string, target: string][]) => {
  const all = links.map(
    ([id, type, target]) => `<Relationship Target="${target}" Id="${id}" Type="${types}/${type}"/>`,
  );
  return `<Relationships>${all.join('')}</Relationships>`;
};
const oneSheet = '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>';
const shownText = '<sst><si><t>Name</t></si></sst>';
const namedCell = '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>';

it.each<[string, [main: string, sheet: string, texts: string], Record<string, string>]>([
  [
    'with other names',
    ['xl/workbook22.xml', 'worksheets/sheet1.xml', 'sharedStrings2.xml'],
    { 'xl/workbook22.xml': 'xl/worksheets/sheet1.xml', texts: 'xl/sharedStrings2.xml' },
  ],
  [
    'with names in another case',
    ['XL/Workbook.xml', 'Worksheets/Sheet1.XML', 'sharedStrings.xml'],
    { 'xl/workbook.xml': 'xl/worksheets/sheet1.xml', texts: 'xl/SharedStrings.xml' },
  ],
  [
    'by their full paths',
    ['/xl/workbook.xml', '/xl/worksheets/sheet1.xml', '/xl/strings.xml'],
    { 'xl/workbook.xml': 'xl/worksheets/sheet1.xml', texts: 'xl/strings.xml' },
  ],
  [
    'by steps between folders',
    ['./xl/workbook.xml', './worksheets/sheet1.xml', '../xl/strings%20x.xml'],
    { 'xl/workbook.xml': 'xl/worksheets/sheet1.xml', texts: 'xl/strings x.xml' },
  ],
  [
    'in another folder',
    ['book/main.xml', '../data/a.xml', 'texts.xml'],
    { 'book/main.xml': 'data/a.xml', texts: 'book/texts.xml' },
  ],
  ['in no folder', ['main.xml', 'a.xml', 't.xml'], { 'main.xml': 'a.xml', texts: 't.xml' }],
])('finds the parts of a file %s', async (_what, [main, sheet, texts], paths) => {
  const [book = ''] = Object.keys(paths);
  const cells = paths[book] ?? '';
  const at = book.lastIndexOf('/') + 1;
  const bytes = await fileOf({
    '_rels/.rels': linksTo(
      ['x', 'extended-properties', 'docProps/app.xml'],
      ['m', 'officeDocument', main],
    ),
    [book]: oneSheet,
    [`${book.slice(0, at)}_rels/${book.slice(at)}.rels`]: linksTo(
      ['r2', 'sharedStrings', texts],
      ['r1', 'worksheet', sheet],
    ),
    [cells]: namedCell,
    [paths['texts'] ?? '']: shownText,
  });
  expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['Name'] }]);
});

it.each(['utf-16le', 'utf-16be'])(
  'reads parts in %s, with a mark and without',
  async (encoding) => {
    const inTwoBytes = (text: string) => {
      const bytes = Buffer.from(text, 'utf16le');
      return new Uint8Array(encoding === 'utf-16le' ? bytes : bytes.swap16());
    };
    const bytes = await fileOf({
      'xl/workbook.xml': inTwoBytes(`\ufeff${oneSheet}`),
      'xl/_rels/workbook.xml.rels': linksTo(['r1', 'worksheet', 'worksheets/a.xml']),
      'xl/worksheets/a.xml': inTwoBytes(namedCell),
      'xl/sharedStrings.xml': inTwoBytes('<sst><si><t>नाम ₹</t></si></sst>'),
    });
    expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['नाम ₹'] }]);
  },
);

it('passes over charts and hidden sheets, and reads hidden ones where there are no others', async () => {
  const named = (name: string, id: string, state = 'visible') =>
    `<sheet name="${name}" state="${state}" r:id="${id}"/>`;
  const namesIn = async (sheets: string) => {
    const bytes = await fileOf({
      'xl/workbook.xml': `<sheets>${sheets}</sheets>`,
      'xl/_rels/workbook.xml.rels': linksTo(
        ['c', 'chartsheet', 'chartsheets/a.xml'],
        ['a', 'worksheet', 'worksheets/a.xml'],
        ['b', 'worksheet', 'worksheets/b.xml'],
        ['lost', 'worksheet', 'worksheets/lost.xml'],
      ),
      'xl/chartsheets/a.xml': '<chartsheet/>',
      'xl/worksheets/a.xml': smallSheet,
      'xl/worksheets/b.xml': smallSheet,
    });
    return (await sheetsIn(bytes)).map(({ name }) => name);
  };
  const chart = named('Chart', 'c');
  const all = [chart, named('Secret', 'a', 'veryHidden'), named('Data &amp; more', 'b')].join('');
  expect(await namesIn(all)).toEqual(['Data & more']);
  expect(await namesIn(chart + named('Secret', 'a', 'hidden'))).toEqual(['Secret']);
  expect(await namesIn(named('A', 'a') + named('B', 'b'))).toEqual(['A', 'B']);
  await expect(namesIn(chart)).rejects.toThrow('This Excel file has only charts');
  await expect(namesIn(named('Lost', 'lost'))).rejects.toThrow(/damaged/);
  await expect(namesIn('')).rejects.toThrow('This Excel file has no sheet');
});

it('a text that the file lacks is not taken for an empty cell', async () => {
  const bytes = await fileOf({
    'xl/workbook.xml': oneSheet,
    'xl/_rels/workbook.xml.rels': linksTo(['r1', 'worksheet', 'worksheets/a.xml']),
    'xl/worksheets/a.xml': namedCell,
  });
  await expect(rowsOf(bytes)).rejects.toThrow(/damaged/);
});
