import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bytes, firstRows, readInSlices } from './row-slices';

const row = fc.record({
  id: fc.nat(),
  name: fc.string(),
  note: fc.option(fc.string({ unit: 'grapheme' })),
});

interface Written {
  rows: readonly object[];
  /** Between the rows; JSON strings hold no raw line break. */
  between: string;
  before: string;
  changes: boolean;
}

function textOf({ rows, between, before, changes }: Written): string {
  const list = before + rows.map((each) => JSON.stringify(each)).join(between);
  return changes
    ? `{"success":true,"data":{"full":true,"cursor":"a.1-2","gone":[3],"rows":[${list}]}}`
    : `{"success":true,"data":[${list}\n]}`;
}

const written = fc.record({
  rows: fc.array(row, { maxLength: 12 }),
  between: fc.constantFrom('\n,', ',', ',\n', '\n,\n'),
  before: fc.constantFrom('', '\n'),
  changes: fc.boolean(),
});

/** The text's bytes in pieces of these lengths, as they come over the line: also within a character. */
function bodyOf(text: string, lengths: readonly number[]): ReadableStream<Bytes> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  let piece = 0;
  return new ReadableStream({
    pull: (stream) => {
      if (at >= bytes.length) return stream.close();
      const length = lengths[piece % lengths.length] ?? 1;
      stream.enqueue(bytes.subarray(at, at + length));
      at += length;
      piece += 1;
    },
  });
}

const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 9 });

test('an answer is the same however its bytes are cut, with and without lines', async () => {
  await fc.assert(
    fc.asyncProperty(written, lengths, async (wrote, cuts) => {
      const text = textOf(wrote);
      let received = 0;
      const read = await readInSlices(bodyOf(text, cuts), {
        received: () => {
          received += 1;
        },
      });
      expect(read).toEqual(JSON.parse(text));
      expect(received).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

test('an answer that was cut off is none', async () => {
  await fc.assert(
    fc.asyncProperty(written, lengths, fc.nat(), async (wrote, cuts, end) => {
      const text = textOf(wrote);
      const offlineText = text.slice(0, end % text.length);
      await expect(readInSlices(bodyOf(offlineText, cuts), {})).rejects.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('an answer that is not a list is read as it is', async () => {
  for (const text of ['{"success":true,"data":null}', '{"success":true,"data":{"a":[1]}}', '[]']) {
    expect(await readInSlices(bodyOf(text, [3]), {})).toEqual(JSON.parse(text));
  }
});

test.each([
  ['a long list', { count: 3 * firstRows, changes: false, full: true }, 1],
  ['a short list', { count: firstRows - 1, changes: false, full: true }, 0],
  ['a long list in the place of changes', { count: 3 * firstRows, changes: true, full: true }, 1],
  ['many changes', { count: 3 * firstRows, changes: true, full: false }, 0],
])('gives the first rows of %s: %j', async (_what, { count, changes, full }, times) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id }));
  const text = textOf({ rows, between: '\n,', before: '', changes });
  const slices: unknown[] = [];
  await readInSlices(bodyOf(text.replace('"full":true', `"full":${full}`), [50]), {
    began: (first) => slices.push(first),
  });
  expect(slices).toEqual(Array.from({ length: times }, () => rows.slice(0, firstRows)));
});
