import type { Predicate, TextSearch } from '~/kit/shared/filters/filters';
import { inSlices } from '~/kit/ui/hooks/slices';
import { IndexedRows } from './indexedRows';
import type { Column, Sort, SortValue } from './tableColumn';
import { ownLine, type TableLine, workerLine } from './tableLine';
import { filterSteps, type RowFilter } from './tableView';

type ValueOf<Row> = (this: void, row: Row) => SortValue;

export interface Wanted<Row extends object> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  valueOf: ValueOf<Row> | undefined;
  direction: Sort['direction'];
  filter: RowFilter<Row>;
  /** What will probably be asked next, and is made ready: orders by these, and searches in these fields. */
  likely: Likely<Row>;
}

export interface Likely<Row> {
  orders: readonly ValueOf<Row>[];
  searches: readonly (readonly string[])[];
}

export interface Shown<Row extends object> {
  wanted: Wanted<Row>;
  rows: readonly Row[];
}

/**
 * The view of a long list: its order and what is searched are worked out in a worker, the rest in slices; what is shown
 * stays until the next is ready.
 */
export class LongView<Row extends object> {
  readonly #show: (shown: Shown<Row>) => void;
  #line: TableLine;
  #indexed: IndexedRows<Row>;
  #wanted: Wanted<Row> | null = null;
  #last: Wanted<Row> | null = null;
  #isWorking = false;
  #isAlone = false;
  #isOver = false;

  constructor(show: (shown: Shown<Row>) => void, open: () => TableLine = openLine) {
    this.#show = show;
    this.#line = open();
    this.#indexed = new IndexedRows(this.#line);
  }

  want(wanted: Wanted<Row>): void {
    this.#wanted = wanted;
    if (!this.#isWorking) void this.#work();
  }

  end(): void {
    this.#isOver = true;
    this.#wanted = null;
    this.#line.end();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let next = this.#wanted; next && next !== this.#last; next = this.#wanted) {
        await this.#shown(next).catch((error: unknown) => this.#goOnAlone(error));
      }
    } finally {
      this.#isWorking = false;
    }
  }

  async #shown(wanted: Wanted<Row>): Promise<void> {
    const rows = await this.#rowsOf(wanted);
    if (!rows || !this.#wanted) return;
    this.#last = wanted;
    this.#show({ wanted, rows });
    await this.#prepare(wanted);
  }

  /** Null where something else is wanted in the meantime. */
  async #rowsOf(wanted: Wanted<Row>): Promise<readonly Row[] | null> {
    const { columns, direction, filter } = wanted;
    const { searches, rest } = partsOf(filter.predicate);
    const isStill = () => this.#isStillOf(wanted);
    const told = await inSlices(this.#told(wanted, searches), isStill);
    if (!told) return null;
    const sort = told.column === null ? null : { column: told.column, direction };
    const found = await this.#indexed.ask(sort, searches);
    if (!isStill()) return null;
    const left = { columnSearch: filter.columnSearch, predicate: rest ?? undefined };
    return inSlices(filterSteps(found, columns, left), isStill);
  }

  *#told({ rows, valueOf, likely }: Wanted<Row>, searches: readonly TextSearch[]) {
    yield* this.#indexed.show(rows);
    const column = valueOf ? yield* this.#indexed.column(valueOf) : null;
    for (const { keys } of searches) yield* this.#indexed.texts(keys);
    this.#indexed.keep([...likely.orders, ...(valueOf ? [valueOf] : [])]);
    return { column };
  }

  /** One thing after the other, so that a question never waits for more than one. */
  async #prepare(shown: Wanted<Row>): Promise<void> {
    const { orders, searches } = shown.likely;
    const isStill = () => this.#wanted === shown;
    for (const keys of searches) await inSlices(this.#indexed.texts(keys), isStill);
    for (const valueOf of orders) {
      if (!isStill()) return;
      await inSlices(this.#indexed.column(valueOf), isStill);
      await this.#indexed.prepare(valueOf);
    }
  }

  /** Rows that change in the meantime come next: else a list that changes all the time would never be shown. */
  #isStillOf({ valueOf, direction, filter }: Wanted<Row>): boolean {
    const now = this.#wanted;
    return (
      now?.valueOf === valueOf &&
      now?.direction === direction &&
      now.filter.predicate === filter.predicate &&
      now.filter.columnSearch === filter.columnSearch
    );
  }

  /** Continues in this thread where the worker is lost. */
  #goOnAlone(error: unknown): void {
    if (this.#isOver) return;
    if (this.#isAlone) throw error;
    this.#isAlone = true;
    this.#line.end();
    this.#line = ownLine();
    this.#indexed = new IndexedRows(this.#line);
  }
}

function partsOf<Row>(predicate: Predicate<Row> | undefined) {
  return predicate?.parts ?? { searches: [], rest: predicate ?? null };
}

function openLine(): TableLine {
  try {
    return workerLine();
  } catch {
    return ownLine();
  }
}
