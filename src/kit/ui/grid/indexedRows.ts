import type { TextSearch } from '~/kit/shared/filters/filters';
import { searchedText } from '~/kit/shared/filters/searching';
import type { Steps } from '~/kit/ui/hooks/slices';
import type { Sort, SortValue } from './tableColumn';
import { searchName } from './tableIndex';
import type { TableLine } from './tableLine';

type ValueOf<Row> = (this: void, row: Row) => SortValue;

interface Cached {
  column: number;
  /** So many slots have been sent, and put in order ahead of a question. */
  sent: number;
  ready: number;
}

/** So many values are sent at once, and so many rows looked at in one step. */
const stepRows = 1000;

/** The most rows that are gone and still have a slot, as a share of those that are there. */
const mostDeleted = 0.5;

/** The rows of a long table with their slots in its index. Sends the index what it needs to know of them, in steps. */
export class IndexedRows<Row extends object> {
  readonly #line: TableLine;
  #bySlot: Row[] = [];
  readonly #columns = new Map<ValueOf<Row>, Cached>();
  readonly #texts = new Map<string, { keys: readonly string[]; sent: number }>();
  #rows: readonly Row[] = [];
  /** By place. */
  #slots = new Uint32Array(0);
  #lastColumn = 0;

  constructor(line: TableLine) {
    this.#line = line;
  }

  *show(rows: readonly Row[]): Steps<void> {
    if (rows === this.#rows) return;
    if (this.#bySlot.length > rows.length * (1 + mostDeleted)) this.#clear();
    const slots = yield* this.#slotsOf(rows);
    this.#line.send({ kind: 'rows', slots: slots.slice() });
    this.#slots = slots;
    this.#rows = rows;
  }

  /** Only the rows between the first and the last that changed are looked for among those of before. */
  *#slotsOf(rows: readonly Row[]): Steps<Uint32Array<ArrayBuffer>> {
    const [before, cached] = [this.#rows, this.#slots];
    const most = Math.min(rows.length, before.length);
    let head = 0;
    while (head < most && rows[head] === before[head]) head++;
    let tail = 0;
    while (tail < most - head && rows.at(-1 - tail) === before.at(-1 - tail)) tail++;
    const slots = new Uint32Array(rows.length);
    slots.set(cached.subarray(0, head));
    slots.set(cached.subarray(before.length - tail), rows.length - tail);
    const moved = new Map<Row, number>();
    for (let at = head; at < before.length - tail; at++) {
      moved.set(before[at] as Row, cached[at] ?? 0);
      if (at % stepRows === 0) yield;
    }
    for (let at = head; at < rows.length - tail; at++) {
      const row = rows[at] as Row;
      slots[at] = moved.get(row) ?? this.#bySlot.push(row) - 1;
      if (at % stepRows === 0) yield;
    }
    return slots;
  }

  /** Tells the values of a column, as far as they are not known, and gives its number. */
  *column(valueOf: ValueOf<Row>): Steps<number> {
    const cached = this.#columns.get(valueOf) ?? { column: this.#lastColumn++, sent: 0, ready: 0 };
    this.#columns.set(valueOf, cached);
    yield* this.#sendNew(cached, (rows) => {
      const { column } = cached;
      this.#line.send({ kind: 'values', column, values: rows.map((row) => valueOf(row)) });
    });
    return cached.column;
  }

  *texts(keys: readonly string[]): Steps<void> {
    const name = searchName(keys);
    const cached = this.#texts.get(name) ?? { keys, sent: 0 };
    this.#texts.set(name, cached);
    yield* this.#sendNew(cached, (rows) => {
      this.#line.send({
        kind: 'texts',
        keys: name,
        texts: rows.map((row) => searchedText(row, keys)),
      });
    });
  }

  /** Has the values of a column that were sent put in order ahead of a question. */
  async prepare(valueOf: ValueOf<Row>): Promise<void> {
    const cached = this.#columns.get(valueOf);
    if (!cached || cached.ready === cached.sent) return;
    cached.ready = cached.sent;
    const sort = { column: cached.column, direction: 'asc' as const };
    await this.#line.ask({ sort, searches: [], isForLater: true });
  }

  /** Drops the columns that are none of these. */
  keep(needed: readonly ValueOf<Row>[]): void {
    for (const [valueOf, { column }] of this.#columns) {
      if (needed.includes(valueOf)) continue;
      this.#columns.delete(valueOf);
      this.#line.send({ kind: 'forget', column });
    }
  }

  /** The rows that hold what is searched, in an order; of the rows shown last. */
  async ask(
    sort: { column: number; direction: Sort['direction'] } | null,
    searches: readonly TextSearch[],
  ): Promise<readonly Row[]> {
    const rows = this.#rows;
    const positions = await this.#line.ask({ sort, searches });
    const found: Row[] = [];
    for (const position of positions) found.push(rows[position] as Row);
    return found;
  }

  /** Sends the rows that were not sent yet, in the order of slots. */
  *#sendNew(cached: { sent: number }, send: (rows: readonly Row[]) => void): Steps<void> {
    while (cached.sent < this.#bySlot.length) {
      const rows = this.#bySlot.slice(cached.sent, cached.sent + stepRows);
      send(rows);
      cached.sent += rows.length;
      yield;
    }
  }

  #clear(): void {
    this.#line.send({ kind: 'clear' });
    this.#bySlot = [];
    this.#rows = [];
    this.#slots = new Uint32Array(0);
    this.#columns.clear();
    this.#texts.clear();
  }
}
