import { nextTick } from 'node:process';
import { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * A socket that joins what is written in one turn of the event loop into one write: waking the reader for each
 * statement costs both sides more than the bytes.
 */
export class GatheringSocket extends Socket {
  #gathers = false;

  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | Done,
    done?: Done,
  ): boolean {
    this.#gather();
    if (typeof encoding === 'function') return super.write(chunk, encoding);
    return typeof chunk === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, done);
  }

  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    this.cork();
    nextTick(() => {
      this.#gathers = false;
      this.uncork();
    });
  }
}
