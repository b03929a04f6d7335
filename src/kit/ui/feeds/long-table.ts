import { Listeners } from '~/kit/ui/hooks/listeners';
import { IdWindows, type Range, windowSize } from './id-windows';
import type { Identified } from './list-rows';
import { type LongList, moveMs, Pause } from './long-list';

/** What a screen shows of a list too long to be loaded whole. */
export interface LongRows<Row> {
  state: 'loading' | 'failed' | 'ready';
  /** Which order and filters the rows have; another one begins at the top. */
  query: string;
  length: number;
  /** Whether rows in view could not be loaded. */
  lacksRows: boolean;
  /** Undefined while the row is on its way. */
  at: (index: number) => Row | undefined;
  indexOf: (id: number | string, hint: number) => number;
  /** The places in view; their rows are requested. */
  want: (from: number, to: number) => void;
  /** All ids at these places, requested at once; rejects without an answer. */
  idsIn: (from: number, to: number) => Promise<readonly number[]>;
  /** The rows of these ids as far as they are there still, in no order; rejects without an answer. */
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>;
  retry: () => void;
}

interface View {
  query: string;
  ids: IdWindows;
}

const typingMs = 80;
const screenful = 40;
/** What a search shows first is sooner found than a window; the rest of it follows. */
const firstSize = 100;
const stale = -1;
const ahead = { before: 40, after: 60 };
const longestWaitMs = 30_000;
const mostRowsAtOnce = 500;

/**
 * One order and filter of a long list, as a screen looks at it: the ids come in windows, the rows as they come into
 * view. The shown rows stay until the first rows of the next order or filter are there, or could not be loaded.
 */
export class LongTable<Row extends Identified> {
  readonly #list: LongList<Row>;
  readonly #listeners = new Listeners();
  #shown: View | null = null;
  #coming: View | null = null;
  #range: Range = { from: 0, to: screenful };
  #asking: { view: View; window: number | null; abort: AbortController } | null = null;
  readonly #pause = new Pause(() => this.#work());
  #failures = 0;
  #snapshot: LongRows<Row> | null = null;
  #isOpen = false;

  constructor(list: LongList<Row>) {
    this.#list = list;
  }

  /** Asks, until the function that it gets is called. */
  open(): () => void {
    this.#isOpen = true;
    const end = this.#list.listen((deleted) => {
      if (deleted !== undefined) this.#shown?.ids.remove(deleted);
      this.#settle();
      this.#notify();
      this.#work();
    });
    this.#work();
    return () => {
      end();
      this.#isOpen = false;
      this.#stop();
      this.#list.need(this, []);
    };
  }

  /** `query`: the order and filters as the call takes them. */
  show(query: string): void {
    if (query === (this.#coming ?? this.#shown)?.query) return;
    this.#stop();
    this.#failures = 0;
    this.#coming = query === this.#shown?.query ? null : { query, ids: new IdWindows() };
    this.#pause.begin(this.#shown ? typingMs : 0);
    this.#notify();
  }

  /** Whether the shown rows were requested after the last change. */
  get isCurrent(): boolean {
    const { epoch } = this.#list;
    return !this.#coming && this.#shown?.ids.missing({ from: 0, to: 1 }, epoch).length === 0;
  }

  readonly listen = this.#listeners.listen;

  readonly snapshot = (): LongRows<Row> => {
    this.#snapshot ??= this.#draw();
    return this.#snapshot;
  };

  readonly #want = (from: number, to: number): void => {
    if (from === this.#range.from && to === this.#range.to) return;
    this.#range = { from, to };
    if (this.snapshot().lacksRows !== this.#lacksRows()) this.#notify();
    this.#work();
  };

  readonly #retry = (): void => {
    this.#failures = 0;
    this.#list.retry();
    this.#notify();
    this.#pause.begin(0);
  };

  #draw(): LongRows<Row> {
    const { query, ids } = this.#shown ?? { query: '', ids: new IdWindows() };
    const hasFailed = !this.#shown && this.#failures > 0;
    const list = this.#list;
    return {
      state: this.#shown ? 'ready' : hasFailed ? 'failed' : 'loading',
      query,
      length: ids.total,
      lacksRows: this.#lacksRows(),
      at: (index) => list.row(ids.idAt(index) ?? -1) ?? undefined,
      indexOf: (id, hint) => ids.indexOf(Number(id), hint),
      want: this.#want,
      idsIn: async (from, to) => {
        const { ids: found } = await list.calls.ids(query, { from, to, rows: 0 }, waitingAtMost());
        return found;
      },
      rowsOf: (requested) => rowsInTurn(list, requested),
      retry: this.#retry,
    };
  }

  #lacksRows(): boolean {
    if (!this.#shown || (this.#failures === 0 && !this.#list.hasFailed)) return false;
    const { ids } = this.#shown;
    for (let index = this.#range.from; index < Math.min(this.#range.to, ids.total); index++) {
      const id = ids.idAt(index);
      if (id === undefined || this.#list.row(id) === undefined) return true;
    }
    return false;
  }

  #work(): void {
    const view = this.#coming ?? this.#shown;
    if (!view || !this.#isOpen || this.#pause.isOn) return;
    const range = this.#coming ? { from: 0, to: screenful } : this.#range;
    this.#list.need(this, idsIn(view.ids, range));
    this.#settle();
    const missing = view.ids.missing(range, this.#list.epoch);
    if (this.#asking) {
      const { window } = this.#asking;
      if (window === null || missing.includes(window)) return;
      this.#stop();
      this.#pause.begin(moveMs);
      return;
    }
    const [next] = missing;
    if (next !== undefined) void this.#ask(view, next);
    else if (!view.ids.isCounted) void this.#ask(view, null);
  }

  /** A window of ids or, with null, how many there are. */
  async #ask(view: View, window: number | null): Promise<void> {
    const asking = { view, window, abort: new AbortController() };
    this.#asking = asking;
    const { epoch, calls } = this.#list;
    const isFirst = window === 0 && view === this.#coming;
    const from = (window ?? 0) * windowSize;
    const size = window === null ? 0 : isFirst && this.#shown ? firstSize : windowSize;
    const requested = { from, to: from + size, rows: isFirst ? screenful : 0 };
    try {
      const found = await calls.ids(view.query, requested, asking.abort.signal);
      if (this.#asking !== asking) return;
      const isPart = size === firstSize && found.ids.length === size;
      if (window !== null) view.ids.put(window, found.ids, isPart ? stale : epoch);
      if (found.total !== null) view.ids.count(found.total);
      if (found.rows) this.#list.arrive(found.rows, epoch);
      this.#failures = 0;
    } catch {
      if (this.#asking !== asking) return;
      this.#failures += 1;
      // The rows of an earlier search would look like those of this one.
      if (view === this.#coming) this.#shown = null;
      this.#pause.begin(Math.min(longestWaitMs, 1000 * 2 ** this.#failures));
    }
    this.#asking = null;
    this.#notify();
    this.#work();
  }

  /** Shows the last request once its first rows are here. */
  #settle(): void {
    const coming = this.#coming;
    if (!coming?.ids.has(0)) return;
    const first = idsIn(coming.ids, { from: 0, to: screenful }).slice(0, screenful);
    if (first.some((id) => this.#list.row(id) === undefined)) return;
    this.#shown = coming;
    this.#coming = null;
    this.#range = { from: 0, to: screenful };
    this.#notify();
  }

  #stop(): void {
    this.#asking?.abort.abort();
    this.#asking = null;
  }

  #notify(): void {
    this.#snapshot = null;
    this.#listeners.notify();
  }
}

async function rowsInTurn<Row extends Identified>(
  { calls }: LongList<Row>,
  ids: readonly number[],
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < ids.length; at += mostRowsAtOnce) {
    const { rows } = await calls.rows(ids.slice(at, at + mostRowsAtOnce), waitingAtMost());
    found.push(...rows);
  }
  return found;
}

function waitingAtMost(): AbortSignal {
  return AbortSignal.timeout(longestWaitMs);
}

/** Those in view first, then those below and above them. */
function idsIn(windows: IdWindows, { from, to }: Range): number[] {
  const positions = [
    [from, to],
    [to, to + ahead.after],
    [Math.max(0, from - ahead.before), from],
  ] as const;
  const ids: number[] = [];
  for (const [first, last] of positions) {
    for (let index = first; index < last; index++) {
      const id = windows.idAt(index);
      if (id !== undefined) ids.push(id);
    }
  }
  return ids;
}
