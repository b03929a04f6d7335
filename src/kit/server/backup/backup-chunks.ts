import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { BackupError } from './backup-error';
import type { OpenedHeader } from './backup-header';
import { gather, type ByteSource } from './byte-source';

/*
 * What follows the header: chunks of [length and mark of the last one: 4 bytes][seal: 16 bytes][content]. The seal is
 * AES-256-GCM's tag, or without a passphrase a digest; either is bound to the header, the chunk's number and the mark,
 * so that a chunk that is changed, moved, repeated or missing is found.
 */

const CHUNK = 64 * 1024;
const LAST = 0x8000_0000;
const SEAL = 16;

type Sealing = Pick<OpenedHeader, 'key' | 'digest'>;

export async function* sealChunks(
  source: AsyncIterable<Buffer>,
  sealing: Sealing,
): AsyncGenerator<Buffer> {
  let number = 0;
  let held: Buffer | null = null;
  for await (const content of gather(source, CHUNK)) {
    if (held) yield seal(held, { ...sealing, number: number++, isLast: false });
    held = content;
  }
  yield seal(held ?? Buffer.alloc(0), { ...sealing, number, isLast: true });
}

/** The content of sealed chunks. BackupError at the first that is damaged, and when the last one is missing. */
export async function* openChunks(source: ByteSource, sealing: Sealing): AsyncGenerator<Buffer> {
  for (let number = 0, isLast = false; !isLast; number += 1) {
    const mark = (await source.take(4)).readUInt32BE();
    isLast = mark >= LAST;
    const length = isLast ? mark - LAST : mark;
    if (length > CHUNK) throw damaged();
    const tag = await source.take(SEAL);
    yield open(await source.take(length), tag, { ...sealing, number, isLast });
  }
  if (!(await source.isAtEnd())) throw damaged();
}

export function damaged(): BackupError {
  return new BackupError('The backup is damaged: its checksum does not match.');
}

interface Chunk extends Sealing {
  number: number;
  isLast: boolean;
}

function seal(content: Buffer, chunk: Chunk): Buffer {
  const mark = Buffer.alloc(4);
  mark.writeUInt32BE(chunk.isLast ? LAST + content.length : content.length);
  if (!chunk.key) return Buffer.concat([mark, plainSeal(content, chunk), content]);
  const cipher = createCipheriv('aes-256-gcm', chunk.key, nonceOf(chunk));
  cipher.setAAD(boundTo(chunk));
  const hidden = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([mark, cipher.getAuthTag(), hidden]);
}

function open(content: Buffer, tag: Buffer, chunk: Chunk): Buffer {
  if (!chunk.key) {
    if (!plainSeal(content, chunk).equals(tag)) throw damaged();
    return content;
  }
  const decipher = createDecipheriv('aes-256-gcm', chunk.key, nonceOf(chunk));
  decipher.setAAD(boundTo(chunk)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Never twice under one key: each backup has its own key by its salt. */
function nonceOf({ number }: Chunk): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function boundTo({ digest, number, isLast }: Chunk): Buffer {
  const header = Buffer.alloc(9);
  header.writeBigUInt64BE(BigInt(number));
  header.writeUInt8(isLast ? 1 : 0, 8);
  return Buffer.concat([digest, header]);
}

function plainSeal(content: Buffer, chunk: Chunk): Buffer {
  return createHash('sha256').update(boundTo(chunk)).update(content).digest().subarray(0, SEAL);
}
