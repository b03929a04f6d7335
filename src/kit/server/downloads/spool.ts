import { Readable } from 'node:stream';

export interface Holding {
  add: (bytes: number) => void;
  /** There is no room for more; what all readers have taken is dropped, and reading waits for `freed`. */
  isFull: () => boolean;
  freed: () => Promise<void>;
}

const chunkBytes = 65_536;
/** What may be ahead of its slowest reader even when the holding is full, so that anyone who takes gets on. */
const alwaysAhead = 1_048_576;
/** A larger one is no longer kept from its beginning for readers to come. */
const mostForLater = 24 * 1_048_576;

/**
 * Takes a stream in at its own speed and gives it to any number of readers, each at theirs, so that a client that reads
 * slowly or not at all holds bytes and no connection of the database. A source that breaks off breaks its readers off.
 */
export class Spool {
  /** Resolves when the source has been taken in whole; rejects when it broke off, or when all readers had left. */
  readonly filled: Promise<void>;
  readonly #holding: Holding;
  readonly #ahead: number;
  readonly #chunks: Buffer[] = [];
  #first = 0;
  #held = 0;
  #size = 0;
  #state: 'filling' | 'filled' | 'broken' = 'filling';
  #error: Error | null = null;
  #forLater = true;
  #isStored = false;
  readonly #readers = new Set<SpoolReader>();
  readonly #source: Readable;

  constructor(source: Readable, holding: Holding, ahead = Number.POSITIVE_INFINITY) {
    this.#source = source;
    this.#holding = holding;
    this.#ahead = ahead;
    this.filled = this.#fill();
    this.filled.catch(() => undefined);
  }

  get size(): number {
    return this.#size;
  }

  get canBeRead(): boolean {
    return this.#forLater && this.#state !== 'broken';
  }

  /** A reader from the beginning; `isIdle` tells since when its client has taken nothing. */
  read(now: () => number): SpoolReader {
    if (!this.canBeRead) throw new Error('This part of the download is no longer stored');
    const reader = new SpoolReader(now, {
      chunkAt: (at) => this.#chunks[at - this.#first],
      hasEnded: () => this.#state === 'filled',
      moved: () => this.#drop(),
      onLeave: (closedReader) => this.#leave(closedReader),
    });
    this.#readers.add(reader);
    return reader;
  }

  /** Holds all of it for readers to come, counted by anyone who keeps it, until `seal`. */
  keep(): void {
    if (!this.#forLater || this.#isStored) return;
    this.#isStored = true;
    this.#holding.add(-this.#held);
  }

  /** No reader joins from now on, and what all have taken is dropped. */
  seal(): void {
    this.#forLater = false;
    if (this.#isStored) this.#holding.add(this.#held);
    this.#isStored = false;
    this.#drop();
  }

  short(): Buffer | null {
    const isShort = this.#state === 'filled' && this.#first === 0 && this.#size <= chunkBytes;
    return isShort ? Buffer.concat(this.#chunks) : null;
  }

  async #fill(): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        this.#take(chunk as Buffer);
        while (this.#isAhead()) {
          this.seal();
          if (this.#isAhead()) await this.#holding.freed();
        }
      }
      this.#state = 'filled';
    } catch (error) {
      this.#state = 'broken';
      this.#error = error instanceof Error ? error : new Error(String(error));
      for (const reader of this.#readers) reader.destroy(this.#error);
      this.seal();
      throw this.#error;
    }
    for (const reader of this.#readers) reader.give();
  }

  #isAhead(): boolean {
    if (this.#source.destroyed) return false;
    return this.#held > this.#ahead || (this.#held > alwaysAhead && this.#holding.isFull());
  }

  #take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += chunkBytes)
      this.#chunks.push(chunk.subarray(at, at + chunkBytes));
    this.#size += chunk.length;
    this.#held += chunk.length;
    this.#holding.add(chunk.length);
    if (this.#forLater && this.#size > mostForLater) this.seal();
    for (const reader of this.#readers) reader.give();
  }

  #drop(): void {
    if (this.#forLater) return;
    let needed = this.#first + this.#chunks.length;
    for (const { at } of this.#readers) needed = Math.min(needed, at);
    let bytes = 0;
    for (const each of this.#chunks.splice(0, needed - this.#first)) bytes += each.length;
    this.#first = needed;
    this.#held -= bytes;
    if (bytes > 0) this.#holding.add(-bytes);
  }

  #leave(reader: SpoolReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0 && this.#state === 'filling') {
      this.#source.destroy(new Error('The download is no longer read'));
    }
    this.#drop();
  }
}

interface Chunks {
  chunkAt: (at: number) => Buffer | undefined;
  hasEnded: () => boolean;
  moved: () => void;
  onLeave: (reader: SpoolReader) => void;
}

export class SpoolReader extends Readable {
  at = 0;
  /** Milliseconds since 1970 at which its client was last handed something it has not asked beyond; null when it asks. */
  idleSince: number | null = null;
  readonly #now: () => number;
  readonly #chunks: Chunks;
  #asks = false;

  constructor(now: () => number, chunks: Chunks) {
    super({ highWaterMark: chunkBytes });
    this.#now = now;
    this.#chunks = chunks;
    this.idleSince = now();
  }

  override _read(): void {
    this.#asks = true;
    this.idleSince = null;
    this.give();
  }

  give(): void {
    while (this.#asks && !this.destroyed) {
      const chunk = this.#chunks.chunkAt(this.at);
      if (!chunk) break;
      this.at += 1;
      this.#asks = this.push(chunk);
      this.#chunks.moved();
    }
    if (this.#asks && this.#chunks.hasEnded()) {
      this.#asks = false;
      this.push(null);
    }
    if (!this.#asks) this.idleSince ??= this.#now();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#chunks.onLeave(this);
    done(error);
  }
}
