import type { ListResponse } from './list-call';
import { type Identified, type Order, tooLong } from './list-rows';
import type { RestoredList, ListShelf } from './list-cache';
import { isDueAnew, newestFirst } from './list-storing';
import type { ReadingCallbacks } from './row-slices';

export type Shelf<Row extends Identified> = Pick<
  ListShelf<Row>,
  'read' | 'keep' | 'keepRows' | 'keepTooLong' | 'drop'
>;

/** What is kept is written once the page has had time to show it, and to hear that it is another workspace's. */
const keepAfterMs = 1000;

interface Taken<Row> {
  rows: readonly Row[];
  /** Whether they are the server's, without what was written here and is not confirmed yet. */
  isServers: boolean;
}

/** When a list is read from what this browser keeps of it, and when that is written (docs/product/screens.md#second-visit). */
export class ListKeeping<Row extends Identified> {
  readonly #shelf: Shelf<Row>;
  readonly #order: Order<Row> | undefined;
  #unsure: RestoredList<Row> | null = null;
  #era = 0;

  constructor(shelf: Shelf<Row>, order: Order<Row> | undefined) {
    this.#shelf = shelf;
    this.#order = order;
  }

  /** Whether the rows are as they were kept: the server has not said yet what changed. */
  get isUnsure(): boolean {
    return this.#unsure !== null;
  }

  async restore(began: NonNullable<ReadingCallbacks['began']>): Promise<RestoredList<Row> | null> {
    const era = this.#era;
    const stored = await this.#shelf.read(began);
    if (era !== this.#era) return null;
    this.#unsure = stored;
    return stored;
  }

  /** Keeps what the server answered, where it is whole or what was kept is too far from it. */
  take(
    { rows: changed, gone: deleted, cursor, bytes }: ListResponse<Row>,
    { rows, isServers }: Taken<Row>,
  ) {
    const stored = this.#unsure;
    this.#unsure = null;
    if (rows === tooLong && stored?.rows !== tooLong) this.#soon(() => this.#shelf.keepTooLong());
    if (cursor === null) return;
    if (bytes) return this.#soon(() => this.#shelf.keep(bytes.whole(), cursor));
    const age = Date.now() - (stored?.at ?? 0);
    const caughtUp = { changed: changed.length, gone: deleted.length, rows: rows.length, age };
    if (!stored || !isServers || !isDueAnew(caughtUp)) return;
    const sorted = () => (this.#order ? rows : rows.toSorted(newestFirst));
    this.#soon(() => this.#shelf.keepRows(sorted(), cursor));
  }

  startOver(): void {
    this.#era += 1;
    this.#unsure = null;
  }

  drop(): void {
    void this.#shelf.drop();
  }

  #soon(keep: () => Promise<void>): void {
    const era = this.#era;
    setTimeout(() => {
      if (era === this.#era) void keep();
    }, keepAfterMs);
  }
}
