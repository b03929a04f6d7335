import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { Encoding } from '~/kit/shared/csv/encodings';
import { inspectCsv, readCsv } from './csv-stream';
import { inBlocks } from './table-reading';

async function read(
  content: Buffer | string,
  { rows = 1000, encoding }: { rows?: number; encoding?: Encoding } = {},
) {
  const bytes = new Uint8Array(Buffer.from(content));
  const source = {
    size: bytes.byteLength,
    read: async (from: number, to: number) => bytes.slice(from, to),
  };
  const found = await inspectCsv(source, encoding);
  const blocks = [];
  const most = { rows, cells: 1_000_000, characters: 1_000_000 };
  for await (const block of inBlocks(readCsv(found), most)) blocks.push(block);
  return { ...found, blocks, cells: blocks.flat().map((row) => row.cells) };
}

const text = 'sku;name\r\n1;Preis €5 – it’s “right”\r\n';
const expected = [
  ['sku', 'name'],
  ['1', 'Preis €5 – it’s “right”'],
];

test.each([
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
  ['Windows-1252', iconv.encode(text, 'windows-1252'), 'windows-1252'],
  ['UTF-16 as Excel saves it', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
  ['UTF-16 with the other order of bytes', iconv.encode(`\ufeff${text}`, 'utf-16be'), 'utf-16be'],
  ['the same without a mark', iconv.encode(text, 'utf-16be'), 'utf-16be'],
])('%s is read', async (_name, content, encoding) => {
  const found = await read(content);
  expect(found).toMatchObject({ encoding, separator: ';', cells: expected, binary: false });
});

test.each<[Encoding, string]>([
  ['iso-8859-15', 'Sœur €5'],
  ['macintosh', 'Müller'],
  ['windows-1250', 'Łódź'],
  ['windows-1251', 'Сталь'],
  ['koi8-r', 'Сталь'],
  ['shift_jis', '鋼の部品'],
  ['gbk', '钢铁零件'],
])('reads a file by %s when it is chosen', async (encoding, name) => {
  const content = iconv.encode(`sku;name\r\n1;${name}\r\n`, encoding);
  const found = await read(content, { encoding });
  expect(found.cells[1]).toEqual(['1', name]);
  expect((await read(content)).cells[1]).not.toEqual(['1', name]);
});

test('lines that end with carriage returns alone are lines', async () => {
  expect((await read('a,b\r1,2\r')).cells).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a large file comes in blocks, counted before it is read, characters whole at every edge', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `${n},"₹${'é'.repeat(n % 7)}\nline"`);
  const found = await read(`n,text\n${rows.join('\n')}`, { rows: 7000 });
  expect(found.encoding).toBe('utf-8');
  expect(found.total).toBe(30_000);
  expect(found.blocks.map((block) => block.length)).toEqual([7000, 7000, 7000, 7000, 2001]);
  expect(found.cells.at(-1)).toEqual(['29999', `₹${'é'.repeat(29_999 % 7)}\nline`]);
});

test('an empty file has no rows, and a picture is recognized as binary', async () => {
  expect(await read('')).toMatchObject({ total: 0, cells: [], binary: false });
  expect(await read(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toMatchObject({
    binary: true,
  });
});
