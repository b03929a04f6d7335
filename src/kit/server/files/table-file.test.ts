import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { sheetFile } from '~/kit/shared/sheets/xlsx-writer';
import { sheetOf } from '~/kit/server/testing/test-sheets';
import { firstRows, inspectTable, tableReader } from './table-file';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'crm-table-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Content = string | AsyncIterable<Uint8Array>;

async function read(content: Content, size: number, inspect = inspectTable) {
  const name = path.join(folder, 'file');
  await writeFile(name, content);
  await using file = await open(name);
  const table = await inspect(file);
  const [header] = await firstRows(table, 1);
  const blocks: CsvRow[][] = [];
  for await (const block of table.blocks(size)) blocks.push(block);
  return { table, header, blocks };
}

it('the rows of a file come from another thread as they are, in blocks', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => [`${n}`, '"₹ ü\n', 'x']);
  const text = rows
    .map((row) => row.map((cell) => `"${cell.replace('"', '""')}"`).join())
    .join('\n');
  const expected = rows.map((cells, n) => ({ line: 1 + n * 2, cells }));
  const csv = await read(`${text}\n"open,x\n`, 2);
  expect(csv.header).toEqual(expected[0]);
  expect(csv.table).toMatchObject({ total: 4, isSheet: false, isBinary: false });
  expect(csv.blocks.map(({ length }) => length)).toEqual([2, 2, 2]);
  const [broken] = csv.blocks.flat().splice(5);
  expect(csv.blocks.flat().slice(0, 5)).toEqual(expected);
  expect(broken?.problem).toBe('This row has an unclosed quote');
  const sheet = await read(sheetFile({ titles: ['a', 'b', 'c'], rows }), 4);
  expect(sheet.table).toMatchObject({ isSheet: true });
  expect(sheet.blocks.flat().map(({ cells }) => cells)).toEqual([['a', 'b', 'c'], ...rows]);
});

it('the cells of a sheet that are numbers are known in each block', async () => {
  const rows = [
    ['1.5', 1.5, null],
    [null, null, 3],
    ['x', 'y', 'z'],
  ];
  const { blocks } = await read(sheetFile({ titles: ['a', 'b', 'c'], rows }), 2);
  expect(blocks.flat().map(({ numbers }) => numbers)).toEqual([undefined, [1], [2], undefined]);
});

it('a block of large rows has few of them', async () => {
  const line = `${'x'.repeat(30_000)},`.repeat(20);
  const { blocks } = await read(`${line}\n${line}\n1\n2\n`, 2000);
  expect(blocks.map(({ length }) => length)).toEqual([1, 3]);
});

it('several files are read at once and kept apart', async () => {
  const all = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
      const file = path.join(folder, name);
      await writeFile(file, `${name},1\n`.repeat(3000));
      await using handle = await open(file);
      const blocks = [];
      for await (const block of (await inspectTable(handle)).blocks(2000)) blocks.push(...block);
      return new Set(blocks.map(({ cells }) => cells[0]));
    }),
  );
  expect(all.map((names) => [...names])).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
});

function* emptyCells(): Generator<string> {
  const cells = '<c r="A1" s="1"/>'.repeat(100_000);
  yield '<row>';
  for (let n = 0; n < 60; n += 1) yield cells;
}

it('a file that takes too long or too much memory is refused, and the next one is read', async () => {
  const slow = tableReader({ deadlineMs: 1000, mostMegabytes: 128 });
  await expect(read(sheetOf({ sheet: emptyCells() }), 1, slow)).rejects.toThrow(/takes too long/);
  expect((await read('a,b\n', 1, slow)).header?.cells).toEqual(['a', 'b']);
  const small = tableReader({ deadlineMs: 60_000, mostMegabytes: 24 });
  await expect(read(sheetOf({ sheet: [], shared: manyTexts() }), 1, small)).rejects.toThrow(
    /too large/,
  );
  expect((await read('a,b\n', 1, small)).header?.cells).toEqual(['a', 'b']);
});

function* manyTexts(): Generator<string> {
  const text = `<si><t>${'x'.repeat(30_000)}</t></si>`;
  for (let n = 0; n < 2000; n += 1) yield text;
}

it('a text that many cells share ends the file, and not the thread', async () => {
  const shared = [`<si><t>${'y'.repeat(32_000)}</t></si>`];
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(480)}</row>`;
  const thread = tableReader({ deadlineMs: 30_000, mostMegabytes: 128 });
  await expect(read(sheetOf({ sheet: [row.repeat(40)], shared }), 10, thread)).rejects.toThrow(
    /too large/,
  );
  expect((await read('a,b\n', 1, thread)).header?.cells).toEqual(['a', 'b']);
});

it('a file is small by what it holds', async () => {
  const isSmall = async (content: Content) => (await read(content, 1000)).table.isSmall;
  expect(await isSmall('a,b\n')).toBe(true);
  expect(await isSmall(`${'x'.repeat(30_000)}\n`.repeat(40))).toBe(false);
  const far = '<row><c r="SF1" t="str"><v>x</v></c></row>';
  expect(await isSmall(sheetOf({ sheet: [far.repeat(10)] }))).toBe(true);
  expect(await isSmall(sheetOf({ sheet: [far.repeat(250)] }))).toBe(false);
});
