import { inSlices, type Steps } from '~/kit/ui/hooks/slices';
import { firstInOrder } from './firstInOrder';
import type { Column, Sort, SortValue } from './tableColumn';
import { createSorter, filterSteps, type RowFilter } from './tableView';

export interface Wanted<Row extends object> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  valueOf: ((row: Row) => SortValue) | undefined;
  direction: Sort['direction'];
  filter: RowFilter<Row>;
}

export interface Shown<Row extends object> {
  wanted: Wanted<Row>;
  sorted: readonly Row[];
  rows: readonly Row[];
  /** Whether these are all; else the first of them, while the others are put in order. */
  isWhole: boolean;
}

const shownFirst = 100;

/** The view of a long list, worked out in slices; what is shown stays until the next is ready. */
export class LongView<Row extends object> {
  readonly #sort = createSorter<Row>();
  readonly #show: (shown: Shown<Row>) => void;
  #wanted: Wanted<Row> | null = null;
  #last: Shown<Row> | null = null;
  #isWorking = false;

  constructor(show: (shown: Shown<Row>) => void) {
    this.#show = show;
  }

  want(wanted: Wanted<Row>): void {
    this.#wanted = wanted;
    if (!this.#isWorking) void this.#work();
  }

  end(): void {
    this.#wanted = null;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let next = this.#wanted; next && next !== this.#last?.wanted; next = this.#wanted) {
        const shown = await inSlices(this.#steps(next), () => this.#isStillOf(next));
        if (!shown || !this.#wanted) continue;
        this.#last = shown;
        this.#show(shown);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  /** Rows that change meanwhile come next: else a list that changes all the time would never be shown. */
  #isStillOf({ valueOf, direction, filter }: Wanted<Row>): boolean {
    const now = this.#wanted;
    return (
      now?.valueOf === valueOf &&
      now?.direction === direction &&
      now.filter.predicate === filter.predicate &&
      now.filter.columnSearch === filter.columnSearch
    );
  }

  *#steps(wanted: Wanted<Row>): Steps<Shown<Row>> {
    const { rows, columns, valueOf, direction, filter } = wanted;
    const found = this.#foundBefore(wanted);
    if (found && valueOf) {
      const first = yield* firstInOrder(found, { valueOf, direction, count: shownFirst });
      if (this.#isStillOf(wanted)) {
        this.#show({ wanted, sorted: rows, rows: first, isWhole: false });
      }
    }
    const sorted = valueOf ? yield* this.#sort(rows, valueOf, direction) : rows;
    const hits = this.#hits(sorted, filter) ?? sorted;
    return { wanted, sorted, rows: yield* filterSteps(hits, columns, filter), isWhole: true };
  }

  /** The rows that were found last, as they come, where nothing but another order is wanted. */
  #foundBefore({ rows, filter }: Wanted<Row>): readonly Row[] | null {
    const last = this.#last;
    const isSame =
      last?.wanted.rows === rows &&
      last.wanted.filter.predicate === filter.predicate &&
      last.wanted.filter.columnSearch === filter.columnSearch;
    if (!last || !isSame) return null;
    if (last.rows.length === rows.length) return rows;
    const found = new Set(last.rows);
    return rows.filter((row) => found.has(row));
  }

  /** The last hits, where what is searched now can only be among them. */
  #hits(
    sorted: readonly Row[],
    { predicate, columnSearch }: RowFilter<Row>,
  ): readonly Row[] | null {
    const last = this.#last;
    if (!last || last.sorted !== sorted) return null;
    const before = last.wanted.filter;
    const isWithin =
      before.columnSearch === columnSearch && predicate?.isWithin?.(before.predicate);
    return isWithin ? last.rows : null;
  }
}
