import type { ListMessage } from '~/kit/shared/changes';
import { ApiError } from '~/kit/ui/calls/api';
import { askList, type ListResponse, type ListRoom } from './list-call';
import { ListKeeping, type Shelf } from './list-keeping';
import {
  compareVersions,
  type Identified,
  isSameRow,
  type Order,
  type RowChanges,
  tooLong,
  withChanges,
} from './list-rows';
import { OwnWrites } from './own-writes';

export type ReceivedMessage = Pick<ListMessage, 'list' | 'n'> & Partial<ListMessage<Identified>>;

export interface Line {
  id: () => string | null;
  /** Ends when the server has heard it, so that a call that joins again is not overtaken. */
  leave: (room: string) => Promise<void>;
}

interface Setup<Row extends Identified> {
  path: string;
  line: Line;
  belongs: (row: Row) => boolean;
  order: Order<Row> | undefined;
  mayBeLong: boolean;
  deliver: (rows: readonly Row[]) => void;
  /** Is given the first rows of a list while the others arrive. */
  begin: (rows: readonly Row[]) => void;
  reload: () => void;
  shelf: Shelf<Row>;
}

const leaveAfterMs = 5000;
const longestWaitMs = 30_000;

/**
 * One list as this browser has it: loaded once and then kept current by what changed (docs/product/wire.md#changes-of-a-list),
 * by one call at a time.
 */
export class ListFeed<Row extends Identified> {
  readonly #setup: Setup<Row>;
  readonly #own = new OwnWrites<Row>(() => this.catchUp());
  readonly #keeping: ListKeeping<Row>;
  #rows: readonly Row[] | null = null;
  /** Whether the rows may be shown: they are those of the person's workspace and rights. */
  #isCurrent = false;
  #opening: Promise<boolean> | null = null;
  #isRestoring = false;
  #cursor: string | null = null;
  #etag: string | null = null;
  #room: ListRoom | null = null;
  #former: string | null = null;
  #closing: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isJoining = false;
  #isSuspect = false;
  #waiting: ReceivedMessage[] = [];
  #shown = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #era = 0;
  #hasEnded = false;

  constructor(setup: Setup<Row>) {
    this.#setup = setup;
    this.#keeping = new ListKeeping(setup.shelf, setup.order);
  }

  get isShown(): boolean {
    return this.#shown > 0;
  }

  get rows(): readonly Row[] {
    return this.#rows ?? [];
  }

  /** Begins with the list as this browser kept it, and catches up then; reads it where there is nothing. */
  async open(): Promise<void> {
    const isFirst = this.#opening === null;
    this.#opening ??= this.#restore().finally(() => {
      this.#isRestoring = false;
    });
    const isRestored = await this.#opening;
    if (!isFirst || !isRestored) return this.read();
    this.catchUp();
  }

  async #restore(): Promise<boolean> {
    this.#isRestoring = true;
    const stored = await this.#keeping.restore(this.#beginning());
    if (!stored) return false;
    this.#rows = stored.rows;
    this.#cursor = stored.cursor;
    this.#isCurrent = true;
    return true;
  }

  #beginning() {
    const era = this.#era;
    return (rows: readonly unknown[]) => {
      if (era === this.#era && !this.#isCurrent) this.#setup.begin(rows as readonly Row[]);
    };
  }

  /** Reads what changed, by a call that begins after this one. */
  read(): Promise<void> {
    if (this.#reading) {
      const again = () => {
        this.#next = null;
        return this.read();
      };
      this.#next ??= this.#reading.then(again, again);
      return this.#next;
    }
    const reading = this.#ask().finally(() => {
      this.#reading = null;
      this.#isJoining = false;
      if (this.#isSuspect) this.suspect();
      this.#isSuspect = false;
      for (const message of this.#waiting.splice(0).sort((a, b) => a.n - b.n))
        this.receive(message);
    });
    this.#reading = reading;
    return reading;
  }

  /** Reads what changed, if the list was loaded or is shown; without an answer it is tried again. */
  catchUp(): void {
    if (this.#hasEnded || this.#isRestoring) return;
    if (this.#isCurrent || this.#reading) this.read().catch((error: unknown) => this.#retry(error));
    else if (this.isShown) this.#setup.reload();
  }

  /** A screen shows the list, until the function that it gets is called. */
  show(): () => void {
    this.#shown += 1;
    clearTimeout(this.#leaving);
    if (this.#isCurrent && !this.#room && !this.#isJoining) this.catchUp();
    return () => {
      this.#shown -= 1;
      if (this.#shown === 0) this.#leaving = setTimeout(() => this.#leave(), leaveAfterMs);
    };
  }

  lose(): void {
    this.#room = null;
    this.#isJoining = false;
  }

  /** Something changed that may be in the list: who is not sent its rows asks for them. */
  suspect(): void {
    if (this.#room || !this.isShown || this.#rows === tooLong) return;
    if (this.#isJoining) this.#isSuspect = true;
    else this.catchUp();
  }

  receive(message: ReceivedMessage): void {
    if (this.#reading) this.#waiting.push(message);
    else if (message.list === this.#room?.name) this.#apply(message);
  }

  /** Shows a record as the server gave it, unless a newer state of it is known. */
  put(row: Row): void {
    if (!this.#setup.belongs(row)) return this.remove(row.id);
    const cached = this.#rows?.find(({ id }) => id === row.id);
    if (cached && isSameRow(cached, row)) return;
    const newer = cached ? compareVersions(row, cached) : 1;
    if (newer === null || newer > 0) {
      this.#own.note(row.id, row, cached !== undefined);
      this.#merge({ rows: [row], gone: [] });
    }
    if (this.#reading || newer === null || newer <= 0) this.catchUp();
  }

  remove(id: number): void {
    this.#own.note(id, null, true);
    this.#merge({ rows: [], gone: [id] });
    if (this.#reading) this.catchUp();
  }

  startOver(): void {
    this.#era += 1;
    this.#isCurrent = false;
    this.#keeping.startOver();
    // What the person’s own writes hold back is known to no one else.
    if (this.#own.clear()) this.#cursor = null;
    // Left when the next answer has named another one: it may be the same.
    this.#former = this.#room?.name ?? this.#former;
    this.lose();
  }

  end(): void {
    this.#hasEnded = true;
    this.startOver();
    clearTimeout(this.#leaving);
  }

  async #ask(): Promise<void> {
    const era = this.#era;
    const reading = this.#own.begin();
    const { path, line, mayBeLong } = this.#setup;
    const socket = this.isShown ? line.id() : null;
    this.#isJoining = socket !== null;
    if (socket !== null && this.#closing) await this.#closing;
    const cached = { cursor: this.#cursor, etag: this.#etag, socket, mayBeLong };
    const response = await askList<Row>(path, cached, this.#beginning());
    if (this.#hasEnded) return;
    if (era !== this.#era) return this.#ask();
    this.#failures = 0;
    if (response) this.#take(response, reading);
    this.#room = (socket === line.id() && response?.room) || null;
    if (this.#former !== null && this.#former !== this.#room?.name) this.#close(this.#former);
    this.#former = null;
    if (!this.isShown && this.#leaving === undefined) this.#leave();
  }

  #take(response: ListResponse<Row>, reading: number): void {
    const { rows, gone: deleted, isFull, cursor, etag } = response;
    this.#cursor = cursor;
    this.#etag = etag;
    const before = this.#isCurrent ? this.#rows : null;
    this.#rows = rows === tooLong ? rows : this.#taken({ rows, gone: deleted }, isFull, reading);
    this.#isCurrent = true;
    if (this.#rows !== before) this.#setup.deliver(this.#rows);
    this.#keeping.take(response, { rows: this.#rows, isServers: !this.#own.isWaiting });
  }

  #taken(changes: RowChanges<Row>, isFull: boolean, reading: number): readonly Row[] {
    const { order } = this.#setup;
    const rows = isFull
      ? this.#own.within(changes.rows, reading)
      : withChanges(this.rows, this.#admitted(changes, reading), order);
    return withChanges(rows, this.#own.released(reading), order);
  }

  #apply({ n, rows, gone: deleted, cursor, whole }: ReceivedMessage): void {
    if (!this.#room || n <= this.#room.last) return;
    if (!rows || !deleted || !cursor || whole || n > this.#room.last + 1) return this.catchUp();
    this.#room = { ...this.#room, last: n };
    this.#cursor = cursor;
    this.#merge(this.#admitted({ rows: rows as readonly Row[], gone: deleted }, 0));
  }

  #admitted({ rows, gone: deleted }: RowChanges<Row>, reading: number): RowChanges<Row> {
    for (const id of deleted) this.#own.forget(id);
    return { rows: rows.filter((row) => this.#own.admits(row, reading)), gone: deleted };
  }

  #merge(changes: RowChanges<Row>): void {
    if (!this.#isCurrent || this.#hasEnded || this.#rows === tooLong) return;
    const rows = withChanges(this.rows, changes, this.#setup.order);
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#setup.deliver(rows);
  }

  #leave(): void {
    this.#leaving = undefined;
    if (this.#room) this.#close(this.#room.name);
    this.lose();
  }

  #close(room: string): void {
    const closing = this.#setup.line.leave(room).then(() => {
      if (this.#closing === closing) this.#closing = null;
    });
    this.#closing = closing;
  }

  #retry(error: unknown): void {
    if (!this.#isCurrent || this.#hasEnded) return;
    // What was kept is not shown on without the server's word.
    const { isUnsure } = this.#keeping;
    const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
    if (isRefused) this.#keeping.drop();
    if (isRefused || (isUnsure && error instanceof ApiError)) {
      this.#rows = null;
      this.#cursor = null;
      this.#etag = null;
      this.startOver();
      return this.#setup.reload();
    }
    this.#failures += 1;
    const wait = Math.min(longestWaitMs, 1000 * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    setTimeout(() => this.isShown && this.catchUp(), wait);
  }
}
