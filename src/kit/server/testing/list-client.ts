import type { ListMessage } from '~/kit/shared/changes';

export interface ListedRow {
  id: number;
  updated_at?: string;
}

export interface ListResponse {
  full: boolean;
  rows: ReadonlyMap<number, ListedRow>;
  gone: readonly number[];
  cursor: string;
  /** `ROOM.N`, or null where the list is not live. */
  live: string | null;
}

/**
 * One list as any client that follows the protocol has it (docs/product/wire.md#pushed-rows), written apart from the browser's code:
 * what this one comes to, every browser can.
 */
export class ListClient {
  cursor: string | null = null;
  /** Whole answers are shared by many clients of a measurement, so later changes are stored separately. */
  #base: ReadonlyMap<number, ListedRow> = new Map();
  readonly #changed = new Map<number, ListedRow | null>();
  #room: { name: string; last: number } | null = null;
  #reading: Promise<void> | null = null;
  #isNeeded = false;
  #waiting: ListMessage<ListedRow>[] = [];
  readonly #ask: (cursor: string | null) => Promise<ListResponse>;

  constructor(ask: (cursor: string | null) => Promise<ListResponse>) {
    this.#ask = ask;
  }

  get isLive(): boolean {
    return this.#room !== null;
  }

  get rows(): Map<number, ListedRow> {
    const rows = new Map(this.#base);
    for (const [id, row] of this.#changed) {
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
    return rows;
  }

  /** Asks what changed, by a call that begins after this one. */
  read(): Promise<void> {
    this.#isNeeded = true;
    this.#reading ??= this.#readOn();
    return this.#reading;
  }

  async rest(): Promise<void> {
    while (this.#reading) await this.#reading;
  }

  receive(message: ListMessage<ListedRow>): void {
    if (this.#reading) this.#waiting.push(message);
    else this.#apply(message);
  }

  remind({ list, n }: { list: string; n: number }): void {
    if (this.#reading || list !== this.#room?.name || n <= this.#room.last) return;
    void this.read();
  }

  /** The connection or the membership of the room may be lost. */
  lose(): void {
    this.#room = null;
  }

  async #readOn(): Promise<void> {
    try {
      while (this.#isNeeded) {
        this.#isNeeded = false;
        this.#take(await this.#ask(this.cursor));
      }
    } finally {
      this.#reading = null;
    }
    const waiting = this.#waiting.splice(0).sort((one, other) => one.n - other.n);
    for (const message of waiting) this.receive(message);
  }

  #take({ full, rows, gone: deleted, cursor, live }: ListResponse): void {
    if (full) {
      this.#base = rows;
      this.#changed.clear();
    } else this.#merge(rows.values(), deleted);
    this.cursor = cursor;
    const [name, last] = live?.split('.') ?? [];
    this.#room = name === undefined ? null : { name, last: Number(last) };
  }

  #apply({ list, n, rows, gone: deleted, cursor, whole }: ListMessage<ListedRow>): void {
    if (list !== this.#room?.name || n <= this.#room.last) return;
    if (whole || n > this.#room.last + 1) return void this.read();
    this.#room.last = n;
    this.cursor = cursor;
    this.#merge(rows, deleted);
  }

  #merge(rows: Iterable<ListedRow>, deleted: readonly number[]): void {
    for (const id of deleted) this.#changed.set(id, null);
    for (const row of rows) this.#changed.set(row.id, row);
  }
}
