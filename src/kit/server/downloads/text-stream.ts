import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

const pieceLength = 65_536;

/** Texts as one stream, made as it is read: between two pieces everyone else has a turn. */
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
