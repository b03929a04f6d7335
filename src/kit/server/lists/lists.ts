import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Downloads } from '~/kit/server/downloads/downloads';
import type { Spool } from '~/kit/server/downloads/spool';
import { AppError } from '~/kit/server/errors';
import { KeptLists } from './kept-lists';
import { openList } from './list-stream';

export interface WantedList {
  statement: string;
  tables: readonly string[];
  /** Of the change counters of its tables, read before. */
  tag: string;
  packs: boolean;
  who: number;
  signal: AbortSignal;
}

export interface SentList {
  body: Readable | Buffer;
  /** False while a transaction was writing one of its tables: what it wrote has counted but is not in the list. */
  settled: boolean;
}

/** Whole lists (docs/product/wire.md#lists), read once for all who ask for the same one at the same time. */
export interface Lists {
  open: (wanted: WantedList) => Promise<SentList>;
}

interface Opened {
  spool: Spool;
  settled: boolean;
}

interface Reading {
  tag: string;
  opened: Promise<Opened>;
  /** Its snapshot may be taken: who comes now may know of a change that is not in it. */
  hasBegun: boolean;
  waiting: number;
  abandoned: AbortController;
}

const packedKey = 'packed ';

export function createLists(pool: pg.Pool, downloads: Downloads): Lists {
  const readings = new Readings(pool, downloads);
  return {
    open: async (wanted) => {
      const key = `${wanted.packs ? packedKey : ''}${wanted.statement}`;
      for (let last: Reading | undefined; ; ) {
        const reading = readings.find(key, wanted.tag, last) ?? readings.begin(key, wanted);
        const isInTime = !reading.hasBegun;
        const { spool, settled } = await whileWanted(reading, wanted.signal);
        if ((isInTime || settled) && spool.canBeRead) {
          return { body: spool.short() ?? downloads.read(spool), settled };
        }
        last = reading;
      }
    },
  };
}

class Readings {
  readonly #pool: pg.Pool;
  readonly #downloads: Downloads;
  readonly #newest = new Map<string, Reading>();
  readonly #kept = new KeptLists((key) => this.#newest.delete(key));

  constructor(pool: pg.Pool, downloads: Downloads) {
    this.#pool = pool;
    this.#downloads = downloads;
  }

  /** The newest of this key if it has the tag, and is another than `last`, which came too early for who asks. */
  find(key: string, tag: string, last: Reading | undefined): Reading | null {
    const found = this.#newest.get(key);
    if (found?.tag !== tag || found === last) return null;
    this.#kept.touch(key);
    return found;
  }

  begin(key: string, wanted: WantedList): Reading {
    this.#kept.drop(key);
    const abandoned = new AbortController();
    const begun = () => {
      reading.hasBegun = true;
    };
    const reading: Reading = {
      tag: wanted.tag,
      opened: this.#open(wanted, abandoned.signal, begun),
      hasBegun: false,
      waiting: 0,
      abandoned,
    };
    const forget = () => this.#forget(key, reading);
    this.#newest.set(key, reading);
    abandoned.signal.addEventListener('abort', forget);
    reading.opened.then(({ spool, settled }) => {
      const isWorthKeeping = () =>
        settled && wanted.packs && this.#newest.get(key) === reading && this.#kept.take(key, spool);
      const end = () => {
        forget();
        spool.seal();
      };
      return spool.filled.then(() => isWorthKeeping() || end(), end);
    }, forget);
    return reading;
  }

  async #open(wanted: WantedList, signal: AbortSignal, begun: () => void): Promise<Opened> {
    const { who, packs } = wanted;
    const end = await this.#downloads.begin({ who, signal });
    begun();
    try {
      const { stream, settled } = await openList(this.#pool, wanted);
      stream.once('close', end);
      return { spool: this.#downloads.spool(packs ? packed(stream) : stream, { who }), settled };
    } catch (error) {
      end();
      throw error;
    }
  }

  #forget(key: string, reading: Reading): void {
    if (this.#newest.get(key) === reading) this.#newest.delete(key);
  }
}

function packed(list: Readable): Readable {
  // The spool hears of a failure, and closes the list when nobody reads it.
  return pipeline(list, createGzip({ level: 2 }), () => undefined);
}

/** Ends the reading when all who wait for its beginning have gone. */
async function whileWanted(reading: Reading, signal: AbortSignal): Promise<Opened> {
  reading.waiting += 1;
  const leave = () => {
    reading.waiting -= 1;
    if (reading.waiting === 0) reading.abandoned.abort(noLongerWanted());
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await reading.opened;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function noLongerWanted(): AppError {
  return new AppError('server.busy', 503, 'Nobody waits for the list any more');
}
