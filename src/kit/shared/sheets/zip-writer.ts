import { configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';

// The library lets only so many entries be written at once as there are processors, although this build of it starts no
// workers: clients that take nothing would keep others waiting.
configure({ maxWorkers: Number.MAX_SAFE_INTEGER });

type Bytes = Uint8Array<ArrayBuffer>;

export interface ZipPart {
  name: string;
  /** Texts are packed as they are read; bytes are stored as they are. */
  content: string | AsyncIterable<string> | Iterable<string> | Uint8Array;
  /** 1 January 2000 unless given. */
  modified?: Date;
}

type Parts = AsyncIterable<ZipPart> | Iterable<ZipPart>;

/** A zip file of parts, each made when it is its turn; no entry may exceed 4 GB. */
export async function* zipFile(parts: Parts): AsyncGenerator<Bytes> {
  const { readable, writable } = new TransformStream<Bytes, Bytes>();
  const written = writeParts(parts, writable).catch((error: unknown) => writable.abort(error));
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await written.catch(() => undefined);
  }
}

async function writeParts(parts: Parts, writable: WritableStream<Bytes>): Promise<void> {
  // Excel asks whether to repair a file whose entries are Zip64 without need.
  const zip = new ZipWriter(writable, { zip64: false, extendedTimestamp: false });
  for await (const { name, content, modified = new Date(2000, 0) } of parts) {
    const isStored = content instanceof Uint8Array;
    await zip.add(name, isStored ? new Uint8ArrayReader(content) : streamOf(content), {
      lastModDate: modified,
      ...(isStored && { level: 0 }),
    });
  }
  await zip.close();
}

const pieceLength = 65_536;

function streamOf(content: string | AsyncIterable<string> | Iterable<string>) {
  const pieces = piecesOf(typeof content === 'string' ? [content] : content);
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}

async function* piecesOf(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Bytes, undefined, undefined> {
  const encoder = new TextEncoder();
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    yield encoder.encode(waiting);
    waiting = '';
  }
  if (waiting !== '') yield encoder.encode(waiting);
}
