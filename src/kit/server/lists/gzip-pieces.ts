import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

/** An independent part of a gzip file: another may take its place. */
export interface Piece {
  packed: Buffer;
  /** Of what is packed. */
  size: number;
  crc: number;
}

// Ends at a whole byte, without the mark of the last block, and refers to nothing before it.
const finishFlush = constants.Z_SYNC_FLUSH;
const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

export const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const lastBlock = [3, 0];

export async function packPiece(bytes: Buffer): Promise<Piece> {
  const packed = await pack(bytes, { level: 2, finishFlush });
  return { packed, size: bytes.length, crc: crc32(bytes) };
}

export async function unpackPiece({ packed }: Piece): Promise<Buffer> {
  return unpack(packed, { finishFlush });
}

/** What follows the pieces of a gzip file. */
export function gzipTail(pieces: readonly Pick<Piece, 'size' | 'crc'>[]): Buffer {
  let [crc, size] = [0, 0];
  for (const each of pieces) {
    crc = joinedCrc(crc, each.crc, each.size);
    size += each.size;
  }
  const tail = Buffer.alloc(10);
  tail.set(lastBlock);
  tail.writeUInt32LE(crc, 2);
  tail.writeUInt32LE(size % 2 ** 32, 6);
  return tail;
}

// A CRC is a remainder of polynomials over two elements, the bits of a number from its highest on their coefficients.
const polynomial = 0xed_b8_83_20;
const one = 0x80_00_00_00;

/** The CRC-32 of two texts, one after the other, of which the second has so many bytes. */
export function joinedCrc(first: number, second: number, size: number): number {
  return (product(shiftBy(size), first) ^ second) >>> 0;
}

function product(factors: number, other: number): number {
  let [sum, factor] = [0, other];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (factors & bit) sum ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return sum;
}

/** x to the power of 8 times so many bytes. */
function shiftBy(bytes: number): number {
  let [power, square] = [one, one >>> 8];
  for (let remaining = bytes; remaining > 0; remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) power = product(square, power);
    square = product(square, square);
  }
  return power;
}
