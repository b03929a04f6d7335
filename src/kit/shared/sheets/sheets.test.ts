import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCell } from '~/kit/shared/csv/csv';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import * as field from '~/kit/shared/fields/fields';
import { dateText } from './sheet-dates';
import { openSheets } from './xlsx-reader';
import { sheetFile, type SheetCell } from './xlsx-writer';
import { SheetProblem } from './zip-reader';
import { zipFile } from './zip-writer';

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

function sheetsOf(bytes: Uint8Array<ArrayBuffer>) {
  const read = async (from: number, to: number) => bytes.slice(from, to);
  return openSheets({ size: bytes.byteLength, read });
}

async function rowsOf(bytes: Uint8Array<ArrayBuffer>) {
  const [sheet] = await sheetsOf(bytes);
  const rows: CsvRow[] = [];
  if (sheet) for await (const row of sheet.rows()) rows.push(row);
  return rows;
}

const cellsOf = async (titles: string[], rows: SheetCell[][]) =>
  (await rowsOf(await bytesOf(sheetFile({ titles, rows })))).map(({ cells }) => cells);

it('numbers, days, flags and texts come back as they were written', async () => {
  const cells = await cellsOf(
    ['Text', 'Number', 'Day', 'Flag'],
    [
      ['=1+1', -12.5, { moment: '2026-02-28' }, true],
      [null, 0.1 + 0.2, { moment: '1999-12-31 18:45' }, false],
      ['a <b> & "c"\r\nd _x0041_', 919_820_012_345, null, null],
    ],
  );
  expect(cells).toEqual([
    ['Text', 'Number', 'Day', 'Flag'],
    ["'=1+1", '-12.5', '2026-02-28', 'true'],
    ['', '0.3', '1999-12-31T18:45:00', 'false'],
    ['a <b> & "c"\r\nd _x0041_', '919820012345'],
  ]);
});

it('each row is as wide as it is filled', async () => {
  const cells = await cellsOf(
    ['Customers'],
    [
      ['Company', 'Contact', 'City'],
      ['Kaveri Looms', null, null],
      [null, null, 'Pune', 'again'],
    ],
  );
  expect(cells).toEqual([
    ['Customers'],
    ['Company', 'Contact', 'City'],
    ['Kaveri Looms'],
    ['', '', 'Pune', 'again'],
  ]);
});

it('a text that no cell can hold ends with a whole letter', async () => {
  const cells = await cellsOf(['Text'], [[`${'x'.repeat(32_766)}😀`]]);
  expect(cells[1]).toEqual(['x'.repeat(32_766)]);
});

it('every text comes back from a sheet as it was, formula or not', async () => {
  const text = field.longText({ label: 'Text', max: 1000 });
  const texts = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const cells = await cellsOf(
        ['Text', 'End'],
        values.map((value) => [value, 'x']),
      );
      expect(cells.slice(1).map(([cell = '']) => parseCell(text, cell))).toEqual(
        values.map((value) => (value.trim() === '' ? null : value)),
      );
    }),
    { numRuns: 40 },
  );
});

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

interface Parts {
  /** What the sheet begins with. */
  before?: string;
  sheet?: string | Iterable<string>;
  shared?: string | Iterable<string>;
  styles?: string;
  links?: string;
}

const link = `<Relationships><Relationship Id="rId1" Target="/xl/worksheets/a.xml"/></Relationships>`;

function book({
  before = '',
  sheet = '',
  shared = '',
  styles = '',
  links = link,
}: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="false"/><x:sheets>
    <x:sheet name="Hidden" state="hidden" r:id="rId2"/><x:sheet name="Shown" r:id="rId1"/></x:sheets></x:workbook>`;
  const content = typeof sheet === 'string' ? [before, sheet] : [before, ...sheet];
  return bytesOf(
    zipFile([
      { name: 'xl/workbook.xml', content: workbook },
      { name: 'xl/_rels/workbook.xml.rels', content: links },
      { name: 'xl/sharedStrings.xml', content: shared },
      { name: 'xl/styles.xml', content: styles },
      { name: 'xl/worksheets/a.xml', content },
    ]),
  );
}

it('a sheet of another program is read: prefixes, gaps, shared texts, formats, formulas, errors', async () => {
  const shared = `<sst ${main}><si><t>Name</t></si><si><r><t>Bo </t></r><r><t xml:space="preserve">&amp; Li</t></r><rPh><t>no</t></rPh></si><si/></sst>`;
  const styles = `<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="[Red]dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="&quot;day&quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
  const sheet = `<x:worksheet xmlns:x="m"><x:dimension ref="A1:E9"/><x:sheetData>
    <x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>When</x:t></x:is></x:c><x:c r="D2" t="str"><x:v>Sum</x:v></x:c></x:row>
    <x:row r="5"><x:c r="A5" t="s"><x:v>1</x:v></x:c><x:c r="B5" s="1"><x:v>45000</x:v></x:c><x:c r="C5" s="2"><x:v>45000</x:v></x:c><x:c r="D5"><x:f>SUM(A1:A9)</x:f><x:v>1.5</x:v></x:c></x:row>
    <x:row r="6"/><x:row r="7"><x:c r="B7" s="3"><x:v>45000.75</x:v></x:c></x:row>
    <x:row r="9"><x:c r="A9" t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  expect(await rowsOf(await book({ sheet, shared, styles }))).toEqual([
    { line: 2, cells: ['Name', 'When', '', 'Sum'] },
    { line: 5, cells: ['Bo & Li', '2023-03-15', '45000', '1.5'], numbers: [2, 3] },
    { line: 7, cells: ['', '2023-03-15T18:00:00'] },
    { line: 9, cells: ['#N/A'], problem: 'The cell A9 has the error #N/A' },
  ]);
});

it('cells that are empty count against the bound of a file', async () => {
  const row = '<row><c r="SF1" t="str"><v>x</v></c></row>';
  await expect(rowsOf(await book({ sheet: row.repeat(41_000) }))).rejects.toThrow(/too large/);
});

it.each([
  ['a negative number', '<c r="A1"><v>-1.234</v></c>', '-1.234'],
  ['a percentage', '<c r="A1" s="1"><v>0.185</v></c>', '0.185'],
  ['a small number', '<c r="A1" t="n"><v>1.5E-3</v></c>', '0.0015'],
  ['a large number', '<c r="A1"><v>1.2345678E+7</v></c>', '12345678'],
  ['the number of a formula', '<c r="A1"><f>1/8</f><v>0.125</v></c>', '0.125'],
])('%s is marked as a number', async (_what, cell, text) => {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs>';
  const sheet = `<sheetData><row>${cell}<c t="str"><v>1.234</v></c></row></sheetData>`;
  expect(await rowsOf(await book({ sheet, styles }))).toEqual([
    { line: 1, cells: [text, '1.234'], numbers: [0] },
  ]);
});

it.each([
  ['#,##0 "Nos"', '1200', '1200 Nos'],
  ['"" 0.000" kg"', '1250.5', '1250.5 kg'],
  ['0.00\\ \\m;[Red]-0.00" ft"', '3', '3 m'],
  ['0.00" Dr";0.00" Cr"', '-3', '-3'],
  ['"Rs. "#,##0.00_)', '3', '3'],
  ['0" of the whole lot"', '3', '3'],
  ['0.00%', '3', '3'],
])('the word after a number in the format %s is read: %s', async (code, number, text) => {
  const numFmt = `<numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/>`;
  const styles = `<numFmts>${numFmt}</numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
  const sheet = `<sheetData><row><c s="0"><v>${number}</v></c></row></sheetData>`;
  expect(await rowsOf(await book({ sheet, styles }))).toEqual([
    { line: 1, cells: [text], numbers: [0] },
  ]);
});

it.each([
  [2_958_465, 1900, '9999-12-31'],
  [2_958_465.999, 1900, '9999-12-31T23:58:34'],
  [2_958_466, 1900, null],
  [2_957_003, 1904, '9999-12-31'],
  [2_957_004, 1904, null],
  [-1, 1900, null],
  [Number.NaN, 1900, null],
] as const)('reads the day %d of a sheet that counts from %d as %s', (serial, system, day) => {
  expect(dateText(serial, system)).toBe(day);
});

function* megabytes(count: number, text: string): Generator<string> {
  const piece = text.repeat(Math.ceil(1_048_576 / text.length));
  for (let n = 0; n < count; n += 1) yield piece;
}

const smallSheet = '<sheetData><row><c><v>1</v></c></row></sheetData>';

it('a Zip64 file is read', async () => {
  const parts = {
    'xl/workbook.xml': '<sheets><sheet name="A" r:id="rId1"/></sheets>',
    'xl/_rels/workbook.xml.rels': link,
    'xl/worksheets/a.xml': smallSheet,
  };
  const zip = new ZipWriter(new Uint8ArrayWriter(), { zip64: true });
  for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
  expect(await rowsOf(new Uint8Array(await zip.close()))).toEqual([
    { line: 1, cells: ['1'], numbers: [0] },
  ]);
});

it('what is protected or has too many parts is refused before it is unpacked', async () => {
  const closed = await book({ sheet: smallSheet });
  const first = Buffer.from(closed).indexOf('PK\u0001\u0002');
  closed[first + 8] = 1;
  await expect(rowsOf(closed)).rejects.toThrow('protected by a password');
  await expect(rowsOf(await listing('a', 2001))).rejects.toThrow('damaged');
  await expect(rowsOf(await listing('a'.repeat(60_000), 20))).rejects.toThrow('damaged');
});

/** An archive that lists its only entry many times. */
async function listing(name: string, times: number): Promise<Uint8Array<ArrayBuffer>> {
  const once = Buffer.from(await bytesOf(zipFile([{ name, content: '' }])));
  const [from, to] = [once.indexOf('PK\u0001\u0002'), once.indexOf('PK\u0005\u0006')];
  const end = once.subarray(to);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(times * (to - from), 12);
  const lines = Array.from({ length: times }, () => once.subarray(from, to));
  return new Uint8Array(Buffer.concat([once.subarray(0, from), ...lines, end]));
}

it('what is not a sheet, damaged, a bomb or endless is refused with a sentence', async () => {
  const good = await book({ sheet: smallSheet });
  const cut = good.slice(0, good.byteLength - 30);
  const spoilt = good.slice();
  spoilt.fill(0xff, 60, 120);
  const nothing = await bytesOf(zipFile([{ name: 'a.txt', content: 'a' }]));
  const wide = '<row><c r="XFD1"><v>1</v></c></row>';
  const tried: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ['cut', cut, /damaged/],
    ['spoilt', spoilt, /damaged|no sheet/],
    ['nothing', nothing, /no sheet/],
    ['wide', await book({ sheet: wide }), /500 columns/],
    ['opened rows', await book({ sheet: megabytes(7, '<row> ') }), /too many rows/],
    ['endless tag', await book({ sheet: megabytes(1, 'a'), before: '<row ' }), /damaged/],
    ['tag in a tag', await book({ sheet: megabytes(1, '<c ') }), /damaged/],
    ['defined entities', await book({ sheet: '<!DOCTYPE a [<!ENTITY b "bb">]>' }), /damaged/],
    ['rows', await book({ sheet: megabytes(7, '<row/>') }), /too many rows/],
    ['workbook', await book({ styles: 'x'.repeat(5_000_000) }), /too large/],
  ];
  for (const [what, bytes, message] of tried) {
    await expect(rowsOf(bytes), what).rejects.toThrow(SheetProblem);
    await expect(rowsOf(bytes), what).rejects.toThrow(message);
  }
});

const cellsRead = async (parts: Parts) => (await rowsOf(await book(parts))).at(-1)?.cells;

it.each<[string, Parts]>([
  ['cells that are never closed', { before: '<row>', sheet: megabytes(1, '<c>') }],
  ['values that are never closed', { before: '<row><c>', sheet: megabytes(1, '<v>') }],
  ['spoken texts that are never closed', { before: '<row><c><is>', sheet: megabytes(1, '<rPh>') }],
  ['comments within a comment', { before: '<!--', sheet: megabytes(1, '<!--') }],
  ['plain text that is never closed', { before: '<![CDATA[', sheet: megabytes(1, ']]') }],
  ['attributes without a value', { sheet: `<row><c ${'a'.repeat(60_000)}>`.repeat(20) }],
  ['attributes without a name', { sheet: `<row><c ${'='.repeat(60_000)}>`.repeat(20) }],
  ['spaces', { sheet: `<row><c${' '.repeat(60_000)}>`.repeat(20) }],
  ['quotes', { sheet: `<row><c a="${`'`.repeat(60_000)}">`.repeat(20) }],
  ['styles that are never closed', { styles: '<cellXfs>'.repeat(100_000) }],
  ['a format of brackets', { styles: `<numFmt numFmtId="9" formatCode="${'['.repeat(60_000)}"/>` }],
  ['one format many times', { styles: `<cellXfs>${'<xf numFmtId="9"/>'.repeat(60_000)}` }],
])('%s are read to the end, and the next row is read', async (_name, parts) => {
  const end = '--> ]]></v></rPh></is></c></row><row><c t="str"><v>end</v></c></row>';
  const { sheet = '' } = parts;
  const whole = typeof sheet === 'string' ? [sheet, end] : [...sheet, end];
  expect(await cellsRead({ ...parts, sheet: whole })).toContain('end');
});

it('links that are never closed lead to no sheet', async () => {
  const links = '<Relationship '.repeat(100_000);
  await expect(cellsRead({ links })).rejects.toThrow(/damaged/);
  await expect(cellsRead({ links: '<Relationship >'.repeat(100_000) })).rejects.toThrow(/damaged/);
});

const long = 'x'.repeat(1_000_000);

it('a cell has 32,767 characters and a row a million: a row with more is refused and cut', async () => {
  const shared = `<si><t>${long}</t></si><si><t>${'y'.repeat(32_767)}</t></si>`;
  const cellOf = (number: number) => `<c t="s"><v>${number}</v></c>`;
  const sheet = `<row>${cellOf(1)}</row><row>${cellOf(0)}</row><row>${cellOf(1).repeat(40)}</row><row><c><v>${long}</v></c></row>`;
  const rows = await rowsOf(await book({ shared, sheet }));
  expect(rows.map(({ problem }) => problem)).toEqual([
    undefined,
    'The cell A2 has more than 32767 characters',
    'The row has more than 1000000 characters',
    'The cell A4 has more than 32767 characters',
  ]);
  expect(rows.map(({ cells }) => cells.map(({ length }) => length))).toEqual([
    [32_767],
    [32_767],
    Array.from({ length: 30 }, () => 32_767),
    [32_767],
  ]);
});

it('a file that shares more text than 512 million characters is too large', async () => {
  const shared = `<si><t>${'y'.repeat(32_767)}</t></si>`;
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`;
  await expect(rowsOf(await book({ shared, sheet: row.repeat(600) }))).rejects.toThrow(/too large/);
  const wide = [...megabytes(40, `<si><t>₹${'y'.repeat(20_000)}</t></si>`)];
  await expect(rowsOf(await book({ shared: wide }))).rejects.toThrow(/too much text/);
});

it('reading that ends early drops the rest without a fault', async () => {
  const bytes = await book({ sheet: megabytes(20, '<row><c t="str"><v>x</v></c></row>') });
  const faults: unknown[] = [];
  const note = (error: unknown) => faults.push(error);
  process.on('uncaughtException', note);
  const [sheet] = await sheetsOf(bytes);
  for await (const { line } of sheet?.rows() ?? []) if (line === 20) break;
  await new Promise((done) => setImmediate(done));
  process.off('uncaughtException', note);
  expect(faults).toEqual([]);
});

it('texts of many sizes come back by their numbers', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const texts = lengths.map((length, at) => `${at}${'ü'.repeat(length)}`.slice(0, 32_767));
      const shared = texts.map((text) => `<si><t>${text}</t></si>`).join('');
      const sheet = texts.map((_, at) => `<row><c t="s"><v>${at}</v></c></row>`).join('');
      const rows = await rowsOf(await book({ shared, sheet }));
      expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
    }),
    { numRuns: 10 },
  );
});
