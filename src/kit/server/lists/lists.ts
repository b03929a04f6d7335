import { pipeline, Readable } from 'node:stream';
import type { Database } from '~/kit/server/database/db';
import type { Downloads } from '~/kit/server/downloads/downloads';
import type { Spool } from '~/kit/server/downloads/spool';
import { AppError } from '~/kit/server/errors';
import { type Cursor, cursorText, originOf, parseCursor } from './cursor';
import { gzipHead, gzipTail } from './gzip-pieces';
import {
  entitiesOf,
  findUnchanged,
  hasChanged,
  type ListChanges,
  readListChanges,
} from './list-changes';
import { ListPacker, type RowPiece } from './list-packer';
import { patchedPieces } from './list-patch';
import type { ListSource } from './list-source';
import { type Envelope, listStatement, openList } from './list-stream';

const longestCached = 24 * 1024 * 1024;
const most = 48 * 1024 * 1024;

/** Keeps at most 48 MB of packed lists and none above 24 MB; lets the least recently used go first. */
class CachedLists {
  readonly #lists = new Map<string, Spool>();
  readonly #dropped: (key: string) => void;

  constructor(dropped: (key: string) => void) {
    this.#dropped = dropped;
  }

  take(key: string, spool: Spool): boolean {
    if (spool.size > longestCached || !spool.canBeRead) return false;
    spool.keep();
    this.#lists.set(key, spool);
    let size = 0;
    for (const each of this.#lists.values()) size += each.size;
    for (const [oldest, each] of this.#lists) {
      if (size <= most) break;
      size -= each.size;
      this.drop(oldest);
      this.#dropped(oldest);
    }
    return true;
  }

  touch(key: string): void {
    const found = this.#lists.get(key);
    if (!found) return;
    this.#lists.delete(key);
    this.#lists.set(key, found);
  }

  drop(key: string): void {
    this.#lists.get(key)?.seal();
    this.#lists.delete(key);
  }
}

export interface Asking {
  packs: boolean;
  who: number;
  signal: AbortSignal;
}

export interface SentList {
  body: Readable | Buffer;
  cursor: string;
}

/** Whole lists and their changes (docs/product/wire.md#lists), read once for all who ask at the same time. */
export interface Lists {
  open: (source: ListSource, asking: Asking, envelope?: Envelope) => Promise<SentList>;
  isCurrent: (source: ListSource, cursor: string) => Promise<boolean>;
  /** The text of the changes since a cursor; null where the whole list has to be sent. */
  changes: (source: ListSource, cursor: string) => Promise<string | null>;
}

interface Opened {
  spool: Spool;
  location: string;
  snapshot: string;
  /** What a packed list consists of, once its spool is filled. */
  pieces?: () => readonly RowPiece[] | null;
}

interface Reading {
  opened: Promise<Opened>;
  /** Its snapshot may be taken: who comes now may know of a change that is not in it. */
  hasStarted: boolean;
  waiting: number;
  abandoned: AbortController;
}

interface Beginning {
  signal: AbortSignal;
  onStart: () => void;
  base: Opened | undefined;
}

interface ReadingRequest extends Asking {
  source: ListSource;
  statement: string;
  envelope: Envelope;
}

export function createLists(database: Database, downloads: Downloads): Lists {
  const { db } = database;
  const readings = new Readings(database, downloads);
  // A cursor names its database by a digest alone, which is compared with the digest of the database that answers.
  const isOf = (cursor: Cursor, source: ListSource, location: string): boolean =>
    cursor.origin === originOf(location, listStatement(db, source));
  return {
    isCurrent: async (source, text) => {
      const cursor = parseCursor(text);
      const location = cursor && (await findUnchanged(db, entitiesOf(source), cursor.snapshot));
      return cursor !== null && location !== null && isOf(cursor, source, location);
    },
    changes: async (source, text) => {
      const cursor = parseCursor(text);
      const changes = cursor && (await readListChanges(db, source, cursor.snapshot));
      if (!cursor || !changes || !isOf(cursor, source, changes.location)) return null;
      return changesText(changes, cursorText({ ...cursor, snapshot: changes.snapshot }));
    },
    open: async (source, asking, envelope = 'list') => {
      const statement = listStatement(db, source);
      const request = { ...asking, source, statement, envelope };
      const key = `${envelope} ${asking.packs} ${statement}`;
      for (let [last, base]: [Reading?, Opened?] = []; ; ) {
        const reading: Reading = readings.find(key, last) ?? readings.begin(key, request, base);
        const isInTime = !reading.hasStarted;
        const read = await whileNeeded(reading, request.signal);
        const { spool } = read;
        const isCurrent = isInTime || !(await hasChanged(db, entitiesOf(source), read));
        if (isCurrent && spool.canBeRead) {
          const origin = originOf(read.location, statement);
          const cursor = cursorText({ origin, snapshot: read.snapshot });
          return { body: spool.short() ?? downloads.read(spool), cursor };
        }
        [last, base] = [reading, source.newestBy && read.pieces?.() ? read : undefined];
      }
    },
  };
}

function changesText({ rows, gone: deleted }: ListChanges, cursor: string): string {
  return `{"success":true,"data":{"full":false,"cursor":"${cursor}","gone":${JSON.stringify(deleted)},"rows":[${rows.join()}]}}`;
}

class Readings {
  readonly #database: Database;
  readonly #downloads: Downloads;
  readonly #newest = new Map<string, Reading>();
  readonly #stored = new CachedLists((key) => this.#newest.delete(key));

  constructor(database: Database, downloads: Downloads) {
    this.#database = database;
    this.#downloads = downloads;
  }

  /** The newest of this key, if it is another than `last`, which was too old for a person who asks. */
  find(key: string, last: Reading | undefined): Reading | null {
    const found = this.#newest.get(key);
    if (!found || found === last) return null;
    this.#stored.touch(key);
    return found;
  }

  /** `base` is an older one, of which only what changed since is read where that is possible. */
  begin(key: string, request: ReadingRequest, base?: Opened): Reading {
    this.#stored.drop(key);
    const abandoned = new AbortController();
    const onStart = () => {
      reading.hasStarted = true;
    };
    const reading: Reading = {
      opened: this.#open(request, { signal: abandoned.signal, onStart, base }),
      hasStarted: base !== undefined,
      waiting: 0,
      abandoned,
    };
    const forget = () => this.#forget(key, reading);
    this.#newest.set(key, reading);
    abandoned.signal.addEventListener('abort', forget);
    reading.opened.then(({ spool }) => {
      const isWorthKeeping = () =>
        request.packs &&
        request.envelope === 'list' &&
        this.#newest.get(key) === reading &&
        this.#stored.take(key, spool);
      const end = () => {
        forget();
        spool.seal();
      };
      return spool.filled.then(() => isWorthKeeping() || end(), end);
    }, forget);
    return reading;
  }

  async #open(request: ReadingRequest, { signal, onStart, base }: Beginning): Promise<Opened> {
    const { who, packs } = request;
    const patched = base && (await this.#patched(request, base));
    if (patched) return patched;
    const end = await this.#downloads.begin({ who, signal });
    onStart();
    try {
      const { stream, ...read } = await openList(this.#database, request);
      stream.once('close', end);
      if (!packs) return { spool: this.#downloads.spool(stream, { who }), ...read };
      const packer = packed(stream);
      const spool = this.#downloads.spool(packer, { who });
      return { spool, ...read, pieces: () => (packer.writableFinished ? packer.pieces : null) };
    } catch (error) {
      end();
      throw error;
    }
  }

  async #patched({ source, who }: ReadingRequest, base: Opened): Promise<Opened | null> {
    const { newestBy } = source;
    const before = base.pieces?.();
    if (!newestBy || !before) return null;
    const changes = await readListChanges(this.#database.db, source, base.snapshot);
    if (!changes || changes.location !== base.location) return null;
    const { location, snapshot } = changes;
    const pieces = await patchedPieces(before, changes, newestBy);
    if (!pieces) return null;
    const file = Readable.from([gzipHead, ...pieces.map((each) => each.packed), gzipTail(pieces)]);
    return {
      spool: this.#downloads.spool(file, { who }),
      location,
      snapshot,
      pieces: () => pieces,
    };
  }

  #forget(key: string, reading: Reading): void {
    if (this.#newest.get(key) === reading) this.#newest.delete(key);
  }
}

function packed(list: Readable): ListPacker {
  // The spool hears of a failure, and closes the list when no one reads it.
  return pipeline(list, new ListPacker(longestCached), () => undefined);
}

/** Ends the reading when all who wait for its beginning have gone. */
async function whileNeeded(reading: Reading, signal: AbortSignal): Promise<Opened> {
  reading.waiting += 1;
  const leave = () => {
    reading.waiting -= 1;
    if (reading.waiting === 0) reading.abandoned.abort(noLongerNeeded());
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await reading.opened;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function noLongerNeeded(): AppError {
  return new AppError('server.busy', 'No request waits for the list');
}
