import { Listeners } from '~/kit/ui/hooks/listeners';
import { type Range } from './id-windows';
import { compareVersions, type Identified, isSameRow } from './list-rows';

export interface LongCalls<Row> {
  /** The ids at these places of the list that `query` asks for, and the first `rows` of their rows. */
  ids: (
    query: string,
    requested: Range & { rows: number },
    signal: AbortSignal,
  ) => Promise<IdsResponse<Row>>;
  rows: (ids: readonly number[], signal: AbortSignal) => Promise<{ rows: readonly Row[] }>;
}

export interface IdsResponse<Row> {
  ids: readonly number[];
  /** Null where it was not counted. */
  total: number | null;
  rows?: readonly Row[];
}

interface Cached<Row> {
  /** Null: the record no longer exists. */
  row: Row | null;
  epoch: number;
}

const mostRows = 20_000;
const mostAtOnce = 200;
const restMs = 1000;
const longestWaitMs = 30_000;

/** So long nothing is requested after a move to another place. */
export const moveMs = 100;

/** A time in which nothing is requested; the last one that began counts, and `end` is called after it. */
export class Pause {
  readonly #end: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(end: () => void) {
    this.#end = end;
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  begin(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#end();
    }, ms);
  }
}

/**
 * The rows that are here of a list too long to be loaded whole (docs/product/screens.md#very-long-lists): those that someone needs
 * are requested, one call at a time, and again when something has changed, at most once a second.
 */
export class LongList<Row extends Identified> {
  readonly path: string;
  readonly calls: LongCalls<Row>;
  /** Whose changes change it. */
  readonly entity: string;
  readonly #rows = new Map<number, Cached<Row>>();
  readonly #needs = new Map<object, readonly number[]>();
  readonly #listeners = new Listeners<[deleted?: number]>();
  #all: readonly Row[] | null = null;
  #epoch = 0;
  #asking: { ids: ReadonlySet<number>; abort: AbortController } | null = null;
  readonly #pause = new Pause(() => this.#work());
  readonly #rest = new Pause(() => this.#isChanged && this.changed());
  #isChanged = false;
  #failures = 0;

  constructor(path: string, calls: LongCalls<Row>, entity = path.slice(1)) {
    this.path = path;
    this.calls = calls;
    this.entity = entity;
  }

  /** Grows when earlier answers may be out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether the last request for rows had no answer. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** The rows that are here, in no order. */
  readonly rows = (): readonly Row[] => {
    this.#all ??= [...this.#rows.values()].flatMap(({ row }) => (row ? [row] : []));
    return this.#all;
  };

  /** Undefined while it is not known. */
  row(id: number): Row | null | undefined {
    return this.#rows.get(id)?.row;
  }

  /** `listener` is called when rows came or changed, or with the id of one that was removed here. */
  readonly listen = this.#listeners.listen;

  /** What `who` needs from now on, in place of what it needed before; the first ones come first. */
  need(who: object, ids: readonly number[]): void {
    this.#needs.delete(who);
    if (ids.length > 0) this.#needs.set(who, ids);
    this.#work();
  }

  put(row: Row): void {
    this.#keep(row, this.#epoch);
    this.#notify();
    this.changed();
  }

  remove(id: number): void {
    this.#rows.set(id, { row: null, epoch: this.#epoch });
    this.#notify(id);
    this.changed();
  }

  /** Rows that came with their ids, asked for at this epoch. */
  arrive(rows: readonly Row[], epoch: number): void {
    this.#take([], rows, epoch);
  }

  /** Something changed: the needed rows are requested again. */
  changed(): void {
    if (this.#rest.isOn) {
      this.#isChanged = true;
      return;
    }
    this.#rest.begin(restMs);
    this.#isChanged = false;
    this.#epoch += 1;
    this.#notify();
    this.#work();
  }

  /** The same at once, after a request that had no answer. */
  retry(): void {
    this.#failures = 0;
    this.#pause.begin(0);
    this.changed();
  }

  #work(): void {
    const needed = new Set([...this.#needs.values()].reverse().flat());
    if (this.#asking) {
      if ([...this.#asking.ids].some((id) => needed.has(id))) return;
      this.#asking.abort.abort();
      this.#asking = null;
      this.#pause.begin(moveMs);
    }
    if (this.#pause.isOn) return;
    const missing: number[] = [];
    for (const id of needed) {
      if (missing.length < mostAtOnce && !this.#use(id)) missing.push(id);
    }
    if (missing.length > 0) void this.#ask(missing);
  }

  #use(id: number): boolean {
    const cached = this.#rows.get(id);
    if (!cached) return false;
    this.#rows.delete(id);
    this.#rows.set(id, cached);
    return cached.epoch === this.#epoch;
  }

  async #ask(ids: readonly number[]): Promise<void> {
    const abort = new AbortController();
    const asking = { ids: new Set(ids), abort };
    const epoch = this.#epoch;
    this.#asking = asking;
    try {
      const { rows } = await this.calls.rows(ids, abort.signal);
      if (this.#asking !== asking) return;
      this.#failures = 0;
      this.#take(ids, rows, epoch);
    } catch {
      if (this.#asking !== asking) return;
      this.#failures += 1;
      this.#pause.begin(Math.min(longestWaitMs, restMs * 2 ** this.#failures));
    }
    this.#asking = null;
    if (this.hasFailed) this.#notify();
    this.#work();
  }

  #take(ids: readonly number[], rows: readonly Row[], epoch: number): void {
    const there = new Set(rows.map(({ id }) => id));
    for (const row of rows) this.#keep(row, epoch);
    for (const id of ids) if (!there.has(id)) this.#rows.set(id, { row: null, epoch });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= mostRows) break;
      this.#rows.delete(oldest);
    }
    this.#notify();
  }

  /** An answer that was in progress while the record was written does not bring back what was before. */
  #keep(row: Row, epoch: number): void {
    const cached = this.#rows.get(row.id)?.row;
    const isCurrent = cached && ((compareVersions(row, cached) ?? 0) < 0 || isSameRow(cached, row));
    this.#rows.delete(row.id);
    this.#rows.set(row.id, { row: isCurrent ? cached : row, epoch });
  }

  #notify(deleted?: number): void {
    this.#all = null;
    this.#listeners.notify(deleted);
  }
}
