import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '~/kit/server/errors';
import {
  beginsAsArchive,
  endOfArchive,
  mostListBytes,
  mostTailBytes,
  namesInArchive,
} from '../archives.rules';
import { type FileContent, mostHeadBytes } from '../file-types.rules';

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

/** Reads a file once: what its type is told from, and its SHA-256. */
export async function inspect(sent: Sent): Promise<FileContent & { sha256: string }> {
  const { file, size } = sent;
  const hash = createHash('sha256');
  let hasZeros = false;
  for await (const part of partsOf(sent)) {
    hash.update(part);
    hasZeros ||= part.includes(0);
  }
  const head = await bytesOf(file, 0, Math.min(mostHeadBytes, size));
  const tailBytes = Math.min(mostTailBytes, size);
  const tail = await bytesOf(file, size - tailBytes, tailBytes);
  const names = beginsAsArchive(head) ? await namesIn(sent, tail) : null;
  return { head, tail, hasZeros, names, sha256: hash.digest('hex') };
}

/** Nothing is unpacked: what an archive would grow to does not matter. */
async function namesIn({ file, size }: Sent, tail: Uint8Array): Promise<string[] | null> {
  const end = endOfArchive(tail);
  if (!end || end.length > mostListBytes || end.from + end.length > size) return null;
  return namesInArchive(await bytesOf(file, end.from, end.length));
}

async function bytesOf(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const content = Buffer.alloc(length);
  const { bytesRead } = await file.read(content, 0, length, from);
  if (bytesRead < length)
    throw new AppError(
      'upload.incomplete',
      400,
      'The file did not arrive whole. Please send it again.',
    );
  return content;
}
