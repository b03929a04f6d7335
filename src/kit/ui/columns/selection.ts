import { Listeners } from '~/kit/ui/hooks/listeners';
import type { RowId } from './tableColumn';

/** The most rows that are selected at once: a bulk change takes no more (docs/product/screens.md#selection). */
export const mostSelected = 10_000;

/** Which rows of a list are selected, by id. Each row hears for itself, so that one more draws one row again. */
export class Selection {
  readonly #listeners = new Listeners();
  #ids: ReadonlySet<RowId> = new Set();
  /** What a range is laid over: as it was after the last single row. */
  #base: ReadonlySet<RowId> = this.#ids;
  #anchor: RowId | null = null;

  /** Where a range begins. */
  get anchor(): RowId | null {
    return this.#anchor;
  }

  readonly ids = (): ReadonlySet<RowId> => this.#ids;

  readonly listen = this.#listeners.listen;

  has(id: RowId): boolean {
    return this.#ids.has(id);
  }

  toggle(id: RowId): void {
    const next = new Set(this.#ids);
    if (!next.delete(id)) add(next, [id]);
    this.#anchor = id;
    this.#base = next;
    this.#set(next);
  }

  /** Takes a range in place of the last one. */
  extend(ids: Iterable<RowId>): void {
    this.#set(add(new Set(this.#base), ids));
  }

  add(ids: Iterable<RowId>): void {
    this.#base = add(new Set(this.#ids), ids);
    this.#set(this.#base);
  }

  clear(): void {
    this.keep(() => false);
  }

  /** Deselects the rows that no longer exist. */
  keep(isThere: (id: RowId) => boolean): void {
    const next = new Set([...this.#ids].filter(isThere));
    if (next.size === this.#ids.size) return;
    this.#base = next;
    if (this.#anchor !== null && !next.has(this.#anchor)) this.#anchor = null;
    this.#set(next);
  }

  #set(next: ReadonlySet<RowId>): void {
    this.#ids = next;
    this.#listeners.notify();
  }
}

function add(to: Set<RowId>, ids: Iterable<RowId>): Set<RowId> {
  for (const id of ids) {
    if (to.size >= mostSelected) break;
    to.add(id);
  }
  return to;
}
