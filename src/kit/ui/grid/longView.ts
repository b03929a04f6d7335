import type { Predicate, TextSearch } from '~/kit/shared/filters/filters';
import { inSlices } from '~/kit/ui/hooks/slices';
import { IndexedRows } from './indexedRows';
import type { Column, Sort, SortValue } from './tableColumn';
import { ownLine, type TableLine, workerLine } from './tableLine';
import { filterSteps, type RowFilter } from './tableView';

type ValueOf<Row> = (this: void, row: Row) => SortValue;

export interface ViewRequest<Row extends object> {
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
  request: ViewRequest<Row>;
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
  #request: ViewRequest<Row> | null = null;
  #last: ViewRequest<Row> | null = null;
  #isWorking = false;
  #isAlone = false;
  #isOver = false;

  constructor(show: (shown: Shown<Row>) => void, open: () => TableLine = openLine) {
    this.#show = show;
    this.#line = open();
    this.#indexed = new IndexedRows(this.#line);
  }

  want(request: ViewRequest<Row>): void {
    this.#request = request;
    if (!this.#isWorking) void this.#work();
  }

  end(): void {
    this.#isOver = true;
    this.#request = null;
    this.#line.end();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let next = this.#request; next && next !== this.#last; next = this.#request) {
        await this.#shown(next).catch((error: unknown) => this.#goOnAlone(error));
      }
    } finally {
      this.#isWorking = false;
    }
  }

  async #shown(request: ViewRequest<Row>): Promise<void> {
    const rows = await this.#rowsOf(request);
    if (!rows || !this.#request) return;
    this.#last = request;
    this.#show({ request, rows });
    await this.#prepare(request);
  }

  /** Null where another request has replaced this one. */
  async #rowsOf(request: ViewRequest<Row>): Promise<readonly Row[] | null> {
    const { columns, direction, filter } = request;
    const { searches, rest } = partsOf(filter.predicate);
    const isStill = () => this.#isStillOf(request);
    const position = await inSlices(this.#position(request, searches), isStill);
    if (!position) return null;
    const sort = position.column === null ? null : { column: position.column, direction };
    const found = await this.#indexed.ask(sort, searches);
    if (!isStill()) return null;
    const remaining = { columnSearch: filter.columnSearch, predicate: rest ?? undefined };
    return inSlices(filterSteps(found, columns, remaining), isStill);
  }

  *#position({ rows, valueOf, likely }: ViewRequest<Row>, searches: readonly TextSearch[]) {
    yield* this.#indexed.show(rows);
    const column = valueOf ? yield* this.#indexed.column(valueOf) : null;
    for (const { keys } of searches) yield* this.#indexed.texts(keys);
    this.#indexed.keep([...likely.orders, ...(valueOf ? [valueOf] : [])]);
    return { column };
  }

  /** One thing after the other, so that a question never waits for more than one. */
  async #prepare(shown: ViewRequest<Row>): Promise<void> {
    const { orders, searches } = shown.likely;
    const isStill = () => this.#request === shown;
    for (const keys of searches) await inSlices(this.#indexed.texts(keys), isStill);
    for (const valueOf of orders) {
      if (!isStill()) return;
      await inSlices(this.#indexed.column(valueOf), isStill);
      await this.#indexed.prepare(valueOf);
    }
  }

  /** Rows that change in the meantime come next: else a list that changes all the time would never be shown. */
  #isStillOf({ valueOf, direction, filter }: ViewRequest<Row>): boolean {
    const now = this.#request;
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
