/** Places of a list: `to` is the first one after them. */
export interface Range {
  from: number;
  to: number;
}

/** So many ids are requested at once. */
export const windowSize = 2000;

const mostWindows = 50;
const readAhead = 300;

/**
 * The ids of a list in its order, as far as they are here, in windows of equal size; the windows longest unused go
 * first. A window is stale when it was requested before `epoch`.
 */
export class IdWindows {
  readonly #windows = new Map<number, { ids: readonly number[]; epoch: number }>();
  #total = 0;
  /** Whether the number of all is known, not only that there are so many at least. */
  isCounted = false;

  get total(): number {
    return this.#total;
  }

  count(total: number): void {
    this.#total = total;
    this.isCounted = true;
    for (const window of this.#windows.keys()) {
      if (window > 0 && window * windowSize >= total) this.#windows.delete(window);
    }
  }

  idAt(index: number): number | undefined {
    return this.#windows.get(Math.floor(index / windowSize))?.ids[index % windowSize];
  }

  /** The place of a record, -1 where it is in no window that is here; `hint` is where it was. */
  indexOf(id: number, hint: number): number {
    if (this.idAt(hint) === id) return hint;
    for (const [window, { ids }] of this.#windows) {
      const at = ids.indexOf(id);
      if (at >= 0) return window * windowSize + at;
    }
    return -1;
  }

  has(window: number): boolean {
    return this.#windows.has(window);
  }

  put(window: number, ids: readonly number[], epoch: number): void {
    this.#windows.delete(window);
    this.#windows.set(window, { ids, epoch });
    if (!this.isCounted) this.#total = Math.max(this.#total, window * windowSize + ids.length);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= mostWindows) return;
      this.#windows.delete(oldest);
    }
  }

  /** Takes out a record that is gone; the windows after it are requested again. */
  remove(id: number): void {
    const index = this.indexOf(id, -1);
    if (index < 0) return;
    const own = Math.floor(index / windowSize);
    for (const [window, { ids, epoch }] of this.#windows) {
      if (window > own) this.#windows.delete(window);
      if (window === own) {
        this.#windows.set(window, { ids: ids.filter((each) => each !== id), epoch });
      }
    }
    this.#total -= 1;
  }

  /** The windows to ask for, so that these places and those around them are here; those in view first. */
  missing({ from, to }: Range, epoch: number): number[] {
    const needed = new Set([
      ...this.#windowsOf({ from, to }),
      ...this.#windowsOf({ from: from - readAhead, to: to + readAhead }),
    ]);
    return [...needed].filter((window) => !this.#use(window, epoch));
  }

  #use(window: number, epoch: number): boolean {
    const found = this.#windows.get(window);
    if (!found) return false;
    this.#windows.delete(window);
    this.#windows.set(window, found);
    return found.epoch === epoch;
  }

  #windowsOf({ from, to }: Range): number[] {
    const most = Math.max(0, Math.ceil(this.#total / windowSize) - 1);
    const first = Math.min(most, Math.floor(Math.max(0, from) / windowSize));
    const last = Math.min(most, Math.floor(Math.max(0, to - 1) / windowSize));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }
}
