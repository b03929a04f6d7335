import { isZipFile } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '~/kit/server/errors';
import { BoundedReader, type DirectoryLimits, readEntries } from '~/kit/shared/sheets/zip-reader';
import { type FileContent, latin, mostHeadBytes } from '../file-types.rules';

export const partBytes = 262_144;

interface Sent {
  file: FileHandle;
  size: number;
}

/** The bytes of a file on the disk from the beginning, a part at a time. */
export async function* partsOf({ file, size }: Sent): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += partBytes)
    yield bytesOf(file, at, Math.min(partBytes, size - at));
}

/** Reads a file once: the parts that reveal its type, and its SHA-256. */
export async function inspect(sent: Sent): Promise<FileContent & { sha256: string }> {
  const { file, size } = sent;
  const hash = createHash('sha256');
  let hasZeros = false;
  for await (const part of partsOf(sent)) {
    hash.update(part);
    hasZeros ||= part.includes(0);
  }
  const head = await bytesOf(file, 0, Math.min(mostHeadBytes, size));
  const archive = await inspectArchive(sent);
  return { head, hasZeros, ...archive, sha256: hash.digest('hex') };
}

const mostListed: DirectoryLimits = { bytes: 4_194_304, entries: 10_000 };

/** Nothing is unpacked: what an archive would grow to does not matter. */
async function inspectArchive({
  file,
  size,
}: Sent): Promise<Pick<FileContent, 'isArchive' | 'names'>> {
  const source = {
    size,
    read: async (from: number, to: number) => Uint8Array.from(await bytesOf(file, from, to - from)),
  };
  const isArchive = await isZipFile(new BoundedReader(source, mostListed.bytes), {
    maxAppendedDataSize: 0,
  });
  if (!isArchive) return { isArchive, names: null };
  // An archive that two programs could read in two ways has no names.
  const entries = await readEntries(source, mostListed, { strictness: 'strict' }).catch(() => null);
  // As its bytes are: an extra field may give an entry another name.
  return { isArchive, names: entries && entries.map(({ rawFilename }) => latin(rawFilename)) };
}

async function bytesOf(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const content = Buffer.alloc(length);
  const { bytesRead } = await file.read(content, 0, length, from);
  if (bytesRead < length)
    throw new AppError('upload.incomplete', 'The upload was interrupted. Please try again.');
  return content;
}
