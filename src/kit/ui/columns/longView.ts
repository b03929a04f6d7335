import { inSlices, type Steps, whenDrawn } from '~/kit/ui/hooks/slices';
import type { Column, Sort, SortValue } from './tableColumn';
import { createSorter, filterSteps, type RowFilter } from './tableView';

export interface ViewRequest<Row extends object> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  valueOf: ((this: void, row: Row) => SortValue) | undefined;
  direction: Sort['direction'];
  filter: RowFilter<Row>;
}

export interface Shown<Row extends object> {
  request: ViewRequest<Row>;
  rows: readonly Row[];
}

const mostWaitMs = 100;

/** The view of a long list, worked out in slices; the shown rows stay until the next are ready. */
export class LongView<Row extends object> {
  readonly #show: (shown: Shown<Row> | null) => void;
  readonly #sort = createSorter<Row>();
  #request: ViewRequest<Row> | null = null;
  #last: ViewRequest<Row> | null = null;
  #isWorking = false;

  constructor(show: (shown: Shown<Row> | null) => void) {
    this.#show = show;
  }

  want(request: ViewRequest<Row>): void {
    this.#request = request;
    if (!this.#isWorking) void this.#work();
  }

  end(): void {
    this.#request = null;
    this.#last = null;
    this.#show(null);
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      while (this.#request && this.#request !== this.#last) {
        // The typed letter is drawn first.
        await whenDrawn(mostWaitMs);
        const request = this.#request;
        if (!request) return;
        const rows = await inSlices(this.#steps(request), () => this.#isStillOf(request));
        if (!rows || !this.#request) continue;
        this.#last = request;
        this.#show({ request, rows });
      }
    } finally {
      this.#isWorking = false;
    }
  }

  *#steps({ rows, columns, valueOf, direction, filter }: ViewRequest<Row>): Steps<readonly Row[]> {
    const sorted = valueOf ? yield* this.#sort(rows, valueOf, direction) : rows;
    return yield* filterSteps(sorted, columns, filter);
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
}
