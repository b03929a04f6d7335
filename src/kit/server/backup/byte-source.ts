import { BackupError } from './backup-error';

/** Takes exact numbers of bytes from a stream; BackupError where the stream ends too early. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    if (!(await this.#hold(length))) {
      throw new BackupError('The backup is incomplete: the end of the file is missing.');
    }
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#hold(1));
  }

  async #hold(length: number): Promise<boolean> {
    const parts = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const next = await this.#chunks.next();
      if (next.done) break;
      parts.push(next.value);
      size += next.value.length;
    }
    if (parts.length > 1) this.#held = Buffer.concat(parts);
    return size >= length;
  }
}

export async function* gather(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (held + rest.length >= size) {
      const cut = size - held;
      yield Buffer.concat([...parts, rest.subarray(0, cut)]);
      rest = rest.subarray(cut);
      parts = [];
      held = 0;
    }
    if (rest.length > 0) parts.push(rest);
    held += rest.length;
  }
  if (held > 0) yield Buffer.concat(parts);
}
