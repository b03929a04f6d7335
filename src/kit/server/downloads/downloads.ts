import type { Readable } from 'node:stream';
import type { Clock } from '~/kit/server/clock';
import { AppError } from '~/kit/server/errors';
import { createLimiter, type Limiter, type Turn } from '~/kit/server/limiter';
import { type Holding, Spool, type SpoolReader } from './spool';

export interface DownloadLimits {
  most: number;
  /** Bytes held for those of one person, above which that person begins no other. */
  each: number;
}

export interface Download {
  who: number;
  /** How many bytes may be taken in before its slowest reader; all there are unless given. */
  ahead?: number;
}

/** What is sent to clients at their own speed (docs/product/wire.md#downloads). */
export interface Downloads {
  /**
   * Waits for a turn to read from the database and gives what ends it. Throws AppError `server.busy` when too many wait,
   * or when too many bytes are held already.
   */
  begin: (turn: Turn & { who: number }) => Promise<() => void>;
  /** The same for a file of all records, which keeps a processor busy: lists never wait for those, and one is read at a time. */
  beginExport: (turn: Turn & { who: number }) => Promise<() => void>;
  spool: (source: Readable, download: Download) => Spool;
  /** The source for its one client, taken in at its own speed. */
  send: (source: Readable, download: Download) => Readable;
  /** A stream for one client, which is cut off when it takes nothing for half a minute. */
  read: (spool: Spool) => Readable;
  held: () => number;
}

const megabyte = 1_048_576;
const usual: DownloadLimits = { most: 256 * megabyte, each: 96 * megabyte };
const message = 'Too many downloads are in progress. Please try again in a few seconds.';
const eachMessage = 'You have too many downloads in progress. Wait for one to finish.';
const retryAfterSeconds = 5;
const turns = { waiting: 60, each: 20, message, eachMessage, retryAfterSeconds };
const looksMs = 1000;
const patienceMs = 30_000;
/** When there is no room for others. */
const shortPatienceMs = 5000;

export function createDownloads(clock: Clock, limits: DownloadLimits = usual): Downloads {
  // Less than half of the connections of the pool: the others are for short calls.
  const lists = createLimiter({ ...turns, running: 4 });
  const exports = createLimiter({ ...turns, running: 1 });
  const holdings = new Holdings(limits.most);
  const now = () => clock.now().getTime();
  const watch = watchReaders(now, () => (holdings.isFull() ? shortPatienceMs : patienceMs));
  const spool: Downloads['spool'] = (source, { who, ahead }) =>
    new Spool(source, holdings.account(who), ahead);
  const read: Downloads['read'] = (held) => watch(held.read(now));
  const enter = async (limiter: Limiter, turn: Turn & { who: number }) => {
    if (holdings.isFull()) throw busy(message);
    if (holdings.of(turn.who) >= limits.each) throw busy(eachMessage);
    return limiter.enter(turn);
  };
  return {
    begin: (turn) => enter(lists, turn),
    beginExport: (turn) => enter(exports, turn),
    spool,
    read,
    send: (source, download) => {
      const held = spool(source, download);
      const reader = read(held);
      held.seal();
      return reader;
    },
    held: () => holdings.total,
  };
}

function busy(text: string): AppError {
  return new AppError('server.busy', text, { retryAfterSeconds });
}

class Holdings {
  total = 0;
  readonly #most: number;
  readonly #each = new Map<number, number>();
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
  }

  isFull(): boolean {
    return this.total >= this.#most;
  }

  of(who: number): number {
    return this.#each.get(who) ?? 0;
  }

  account(who: number): Holding {
    return {
      isFull: () => this.isFull(),
      add: (bytes) => this.#add(who, bytes),
      freed: () => new Promise((resolve) => this.#waiting.add(resolve)),
    };
  }

  #add(who: number, bytes: number): void {
    this.total += bytes;
    const own = this.of(who) + bytes;
    if (own > 0) this.#each.set(who, own);
    else this.#each.delete(who);
    if (bytes >= 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resume of waiting) resume();
  }
}

/** Looks every second, while anyone reads, for clients that take nothing, and cuts them off. */
function watchReaders(now: () => number, patience: () => number) {
  const readers = new Set<SpoolReader>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const latest = now() - patience();
    for (const reader of readers) {
      if (reader.idleSince !== null && reader.idleSince <= latest)
        reader.destroy(new Error('The client takes nothing of this download'));
    }
  };
  return (reader: SpoolReader): SpoolReader => {
    readers.add(reader);
    // It may break off before anyone listens, and an unheard error event ends Node.
    reader.on('error', () => undefined);
    timer ??= setInterval(look, looksMs).unref();
    reader.once('close', () => {
      readers.delete(reader);
      if (readers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    return reader;
  };
}
