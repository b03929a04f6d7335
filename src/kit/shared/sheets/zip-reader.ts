import {
  type FileEntry,
  Reader,
  ZipReader,
  type ZipReaderConstructorOptions,
} from '@zip.js/zip.js/lib/zip-core-custom.js';

/** Why a file cannot be read as a sheet, in a sentence for a person. */
export class SheetProblem extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that are read piece by piece: of a file on a disk or in a browser. */
export interface ByteSource {
  size: number;
  read: (from: number, to: number) => Promise<Bytes>;
}

/** What the directory of an archive may have at most. */
export interface DirectoryLimits {
  bytes: number;
  entries: number;
}

const mostInSheets: DirectoryLimits = { bytes: 1_048_576, entries: 2000 };

// Of APPNOTE 4.4.5.
const stored = 0;
const packed = 8;

export const broken = 'This Excel file is damaged. Please save it again.';
const locked = 'This Excel file is protected by a password. Please save it without one.';
export const tooLarge = 'This Excel file is too large. Please import it in parts, or as CSV.';

/** A directory is the only part that the library reads at once, and as long as it states. */
export class BoundedReader extends Reader<ByteSource> {
  readonly #source: ByteSource;
  readonly #most: number;

  constructor(source: ByteSource, most: number) {
    super(source);
    this.#source = source;
    this.#most = most;
    this.size = source.size;
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    if (length > this.#most) throw new Error('The directory is too long');
    const within = (at: number) => Math.min(this.size, Math.max(0, at));
    return this.#source.read(within(from), within(from + length));
  }
}

/** The files of an archive; an error where it is broken or has more than `most`. */
export async function readEntries(
  source: ByteSource,
  most: DirectoryLimits,
  options: ZipReaderConstructorOptions = {},
): Promise<FileEntry[]> {
  const reader = new ZipReader(new BoundedReader(source, most.bytes), {
    // Names are keys here, never paths.
    filenameValidation: 'tolerant',
    ...options,
  });
  const entries: FileEntry[] = [];
  let count = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    count += 1;
    if (count > most.entries) throw new Error('The archive has too many entries');
    if (!entry.directory) entries.push(entry);
  }
  return entries;
}

/** The entries of an Excel file. */
export async function readDirectory(source: ByteSource): Promise<FileEntry[]> {
  const entries = await readEntries(source, mostInSheets).catch(() => {
    throw new SheetProblem(broken);
  });
  if (entries.some(({ encrypted }) => encrypted)) throw new SheetProblem(locked);
  const isSupported = entries.every(({ compressionMethod: method }) =>
    [stored, packed].includes(method),
  );
  if (!isSupported) throw new SheetProblem(broken);
  return entries;
}

/** The content of an entry, unpacked as it is read; a problem where it has more than `most` bytes. */
export async function* unpacked(entry: FileEntry, most: number): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Bytes, Bytes>();
  // The platform unpacks: the library's own way to it takes half as long again.
  const written = entry
    .getData(writable, { passThrough: true })
    .catch((error: unknown) => writable.abort(error));
  const source = readable.getReader();
  const { reader, end } =
    entry.compressionMethod === stored
      ? { reader: source, end: () => Promise.resolve() }
      : inflated(source);
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new SheetProblem(broken);
      });
      if (done) return;
      count += value.byteLength;
      if (count > most) throw new SheetProblem(tooLarge);
      yield value;
    }
  } finally {
    await end();
    await source.cancel().catch(() => undefined);
    await written.catch(() => undefined);
  }
}

/**
 * Unpacks pieces. `end` lets what is at work finish and drops it: Node's stream fails outside of any promise if it is
 * cancelled while it has more to give.
 */
function inflated(source: ReadableStreamDefaultReader<Bytes>) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const reader = readable.getReader();
  let isEnded = false;
  const feed = async () => {
    const writer = writable.getWriter();
    try {
      while (!isEnded) {
        const { done, value } = await source.read();
        if (done) break;
        await writer.write(value);
      }
      await writer.close();
    } catch (error) {
      await writer.abort(error);
    }
  };
  const fed = feed().catch(() => undefined);
  const end = async () => {
    isEnded = true;
    const last = { done: true, value: undefined };
    while (!(await reader.read().catch(() => last)).done);
    await fed;
  };
  return { reader, end };
}
