import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

const pieceLength = 65_536;
const sliceLength = 200;

/** Texts as one stream, made as it is read: between two pieces everybody else has a turn. */
export function textStream(texts: Iterable<string> | AsyncIterable<string>): Readable {
  return Readable.from(piecesOf(texts), { objectMode: false });
}

async function* piecesOf(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
    await setImmediate();
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** JSON in parts: an object by its entries, a list by slices. */
export function* jsonParts(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listParts(value);
  else if (typeof value === 'object' && value !== null) {
    yield '{';
    for (const [index, [name, each]] of Object.entries(value).entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
      yield* jsonParts(each);
    }
    yield '}';
  } else yield JSON.stringify(value);
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += sliceLength) {
    const slice = JSON.stringify(list.slice(at, at + sliceLength)).slice(1, -1);
    yield `${at === 0 ? '' : ',\n'}${slice}`;
  }
  yield ']';
}
