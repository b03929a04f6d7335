/** Why a file cannot be read as a sheet, in a sentence for a person. */
export class SheetProblem extends Error {}

/** Bytes that are read piece by piece: of a file on a disk or in a browser. */
export interface ByteSource {
  size: number;
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface ZipEntry {
  name: string;
  isPacked: boolean;
  packedSize: number;
  /** Where its own header begins. */
  at: number;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const endBytes = 22;
const longestComment = 65_535;
const mostDirectoryBytes = 1_048_576;
const mostEntries = 2000;

const broken = 'This Excel file is damaged. Please save it again.';
const locked = 'This Excel file is protected by a password. Please save it without one.';

/** The entries of a zip file by their names. Sizes that it states are not trusted: `unpacked` counts. */
export async function readDirectory(source: ByteSource): Promise<Map<string, ZipEntry>> {
  const tailFrom = Math.max(0, source.size - endBytes - longestComment);
  const tail = viewOf(await source.read(tailFrom, source.size));
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== directoryEnd) end -= 1;
  if (end < 0) throw new SheetProblem(broken);
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const from = tail.getUint32(end + 16, true);
  if (count > mostEntries || size > mostDirectoryBytes || from + size > source.size) {
    throw new SheetProblem(broken);
  }
  const directory = await source.read(from, from + size);
  const entries = new Map<string, ZipEntry>();
  const view = viewOf(directory);
  for (let at = 0, n = 0; n < count; n += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) {
      throw new SheetProblem(broken);
    }
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(directory.subarray(at + 46, nameEnd));
    entries.set(name, entryOf(view, at, name));
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function entryOf(view: DataView, at: number, name: string): ZipEntry {
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw new SheetProblem(locked);
  const method = view.getUint16(at + 10, true);
  if (method !== 0 && method !== 8) throw new SheetProblem(broken);
  return {
    name,
    isPacked: method === 8,
    packedSize: view.getUint32(at + 20, true),
    at: view.getUint32(at + 42, true),
  };
}

const pieceBytes = 65_536;

/** The content of an entry, unpacked as it is read; a problem where it has more than `most` bytes. */
export async function* unpacked(
  source: ByteSource,
  { at, isPacked, packedSize }: ZipEntry,
  most: number,
): AsyncGenerator<Uint8Array> {
  const header = viewOf(await source.read(at, at + 30));
  if (header.byteLength < 30) throw new SheetProblem(broken);
  const from = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = storedBytes(source, from, from + packedSize);
  const reader = (isPacked ? stored.pipeThrough(inflating()) : stored).getReader();
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
    await reader.cancel().catch(() => undefined);
  }
}

export const tooLarge = 'This Excel file is too large. Please import it in parts, or as CSV.';

function storedBytes(
  source: ByteSource,
  from: number,
  to: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = from;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const piece = await source.read(at, Math.min(to, at + pieceBytes));
      at += piece.byteLength;
      if (piece.byteLength > 0) controller.enqueue(piece);
      if (piece.byteLength === 0 || at >= to) controller.close();
    },
  });
}

function inflating(): DecompressionStream {
  return new DecompressionStream('deflate-raw');
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
