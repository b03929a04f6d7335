import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipHead, gzipTail, joinedCrc } from './gzip-pieces';
import { ListPacker, type RowPiece } from './list-packer';
import { patchedPieces } from './list-patch';

interface Row {
  id: number;
  created_at: string;
  note: string;
}

const dayMs = 86_400_000;
const rowOf = (id: number, note = 'first\nsecond'): Row => ({
  id,
  created_at: new Date(Math.floor(id / 3) * dayMs).toISOString(),
  note: `${note} ${'é'.repeat(400)}`,
});
const newestFirst = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);

async function packed(rows: readonly Row[]) {
  const lines = rows.map((row, at) => `${at === 0 ? '' : ','}${JSON.stringify(row)}\n`).join('');
  const bytes = Buffer.from(`{"data":[\n${lines}]}`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, at) =>
    bytes.subarray(at * 50_000, (at + 1) * 50_000),
  );
  const packer = Readable.from(chunks).pipe(new ListPacker(1e7));
  return { file: await buffer(packer), pieces: packer.pieces ?? [] };
}

const read = (file: Buffer) => (JSON.parse(gunzipSync(file).toString()) as { data: Row[] }).data;
const fileOf = (pieces: readonly RowPiece[]) =>
  Buffer.concat([gzipHead, ...pieces.map((each) => each.packed), gzipTail(pieces)]);

it('the CRC of two texts together follows from theirs', () => {
  const text = fc.uint8Array({ maxLength: 3000 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const both = Buffer.concat([one, other]);
      expect(joinedCrc(crc32(one), crc32(other), other.length)).toBe(crc32(both));
    }),
  );
});

it('a packed list with changes in their places is the list as it would be read', async () => {
  const before = newestFirst(Array.from({ length: 900 }, (_, at) => rowOf(at + 1)));
  const { file, pieces } = await packed(before);
  expect(read(file)).toEqual(before);
  expect(pieces.length).toBeGreaterThan(4);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 8 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 1200 }), { maxLength: 8 }),
      fc.integer({ min: 0, max: 4 }),
      async (changed, deleted, added) => {
        const stays = changed.filter((id) => !deleted.includes(id));
        const rows = [
          ...stays.map((id) => rowOf(id, 'changed')),
          ...Array.from({ length: added }, (_, at) => rowOf(903 + at, 'new')),
        ];
        const patch = { rows: rows.map((row) => JSON.stringify(row)), gone: deleted };
        const patched = await patchedPieces(pieces, patch, 'created_at');
        const others = before.filter(({ id }) => ![...stays, ...deleted].includes(id));
        expect(read(fileOf(patched ?? []))).toEqual(newestFirst([...others, ...rows]));
      },
    ),
    { numRuns: 40 },
  );
});

it.each([
  ['a row that is older than the newest', { rows: [rowOf(0)], gone: [] }],
  ['a row that moved', { rows: [{ ...rowOf(50), created_at: rowOf(500).created_at }], gone: [] }],
  [
    'a list whose newest are all gone',
    { rows: [], gone: Array.from({ length: 900 }, (_, n) => n) },
  ],
])('%s has the list read again', async (_what, { rows, gone: deleted }) => {
  const { pieces } = await packed(newestFirst(Array.from({ length: 800 }, (_, n) => rowOf(n + 1))));
  const patch = { rows: rows.map((row) => JSON.stringify(row)), gone: deleted };
  expect(await patchedPieces(pieces, patch, 'created_at')).toBeNull();
});
