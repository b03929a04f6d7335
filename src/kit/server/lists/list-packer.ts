import { Transform } from 'node:stream';
import { gzipHead, gzipTail, packPiece, type Piece } from './gzip-pieces';

/** Some rows of a list, a line each, or its head or its tail, which have none. */
export interface RowPiece extends Piece {
  ids: readonly number[];
}

export const pieceBytes = 131_072;
const newline = 10;
const rowStart = /^,?\{"id":(\d+)[,}]/gm;

/** Packs a list as gzip, in pieces that can be replaced; `pieces` are null when they come to more than is kept. */
export class ListPacker extends Transform {
  pieces: RowPiece[] | null = [];
  readonly #most: number;
  readonly #ends: Pick<Piece, 'size' | 'crc'>[] = [];
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #packedBytes = 0;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < pieceBytes) return done();
    const waiting = Buffer.concat(this.#waiting);
    const whole = waiting.lastIndexOf(newline) + 1;
    this.#keepWaiting(waiting.subarray(whole));
    this.#pack(waiting.subarray(0, whole)).then(() => done(), done);
  }

  override _flush(done: (error?: Error | null) => void) {
    const waiting = Buffer.concat(this.#waiting);
    const whole = waiting.lastIndexOf(newline) + 1;
    this.#pack(waiting.subarray(0, whole))
      .then(() => this.#add(waiting.subarray(whole)))
      .then(() => {
        this.push(gzipTail(this.#ends));
        done();
      }, done);
  }

  #keepWaiting(rest: Buffer): void {
    this.#waiting = rest.length > 0 ? [rest] : [];
    this.#waitingBytes = rest.length;
  }

  /** The first line of all is the list's head. */
  async #pack(lines: Buffer): Promise<void> {
    const head = this.#ends.length === 0 ? lines.indexOf(newline) + 1 : 0;
    await this.#add(lines.subarray(0, head));
    await this.#add(lines.subarray(head));
  }

  async #add(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const piece = await packRows(bytes);
    // Not before: a list that fails at once is answered by an error.
    if (this.#ends.length === 0) this.push(gzipHead);
    this.#ends.push({ size: piece.size, crc: piece.crc });
    this.#packedBytes += piece.packed.length;
    if (this.#packedBytes > this.#most) this.pieces = null;
    this.pieces?.push(piece);
    this.push(piece.packed);
  }
}

export async function packRows(lines: Buffer): Promise<RowPiece> {
  const ids = Array.from(lines.toString('latin1').matchAll(rowStart), ([, id]) => Number(id));
  return { ...(await packPiece(lines)), ids };
}
