const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

export interface ZipPart {
  name: string;
  content: string | AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Bytes;
  crc: number;
  packedSize: number;
  size: number;
  at: number;
}

/** A zip file of texts, packed as it is read; no entry may exceed 4 GB. */
export async function* zipFile(parts: readonly ZipPart[]): AsyncGenerator<Bytes> {
  const written: Written[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const entry = { name: encoder.encode(name), crc: 0, packedSize: 0, size: 0, at };
    const header = headerOf(entry, 0x04034b50);
    yield header;
    for await (const piece of packed(content, entry)) {
      entry.packedSize += piece.byteLength;
      yield piece;
    }
    yield record([0x08074b50, 4], [entry.crc, 4], [entry.packedSize, 4], [entry.size, 4]);
    at += header.byteLength + entry.packedSize + 16;
    written.push(entry);
  }
  let size = 0;
  for (const entry of written) {
    const line = headerOf(entry, 0x02014b50);
    size += line.byteLength;
    yield line;
  }
  const count = written.length;
  yield record([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
}

/** Of an entry itself, which is told its sizes after its content, or of its line in the directory. */
function headerOf(entry: Written, signature: 0x04034b50 | 0x02014b50): Bytes {
  const { name, crc, packedSize, size, at } = entry;
  const isLine = signature === 0x02014b50;
  const sizes: Figure[] = [
    [crc, 4],
    [packedSize, 4],
    [size, 4],
  ];
  // Its sizes follow, its name is UTF-8; packed; 1 January 2000.
  const shared: Figure[] = [[20, 2], [0x0808, 2], [8, 2], [0, 2], [0x2821, 2], ...sizes];
  const ending: Figure[] = isLine
    ? [
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [at, 4],
      ]
    : [];
  const figures = record(
    [signature, 4],
    ...(isLine ? [[20, 2] as Figure] : []),
    ...shared,
    [name.byteLength, 2],
    [0, 2],
    ...ending,
  );
  const whole = new Uint8Array(figures.byteLength + name.byteLength);
  whole.set(figures);
  whole.set(name, figures.byteLength);
  return whole;
}

type Figure = readonly [value: number, bytes: 2 | 4];

function record(...figures: readonly Figure[]): Bytes {
  const bytes = new Uint8Array(figures.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of figures) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

async function* packed(content: ZipPart['content'], entry: Written): AsyncGenerator<Bytes> {
  const texts = (typeof content === 'string' ? [content] : content) as Iterable<string>;
  const pieces = piecesOf(texts);
  const stream = new ReadableStream<Bytes>({
    pull: async (controller) => {
      const next: IteratorResult<Bytes, undefined> = await pieces.next();
      if (next.done) return controller.close();
      const { value } = next;
      entry.size += value.byteLength;
      entry.crc = crcAfter(entry.crc, value);
      controller.enqueue(value);
    },
  });
  const reader = stream.pipeThrough(new CompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const pieceLength = 65_536;

async function* piecesOf(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Bytes, undefined> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    yield encoder.encode(waiting);
    waiting = '';
  }
  if (waiting !== '') yield encoder.encode(waiting);
  return undefined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crcAfter(before: number, bytes: Bytes): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crcTable[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
