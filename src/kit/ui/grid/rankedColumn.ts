import type { Sort, SortValue } from './tableColumn';
import { collator, isEmpty } from './tableView';

const mostInserted = 200;

/**
 * The values of one column, by slot, and their ranks: what sortRows compares, computed once for all requests. A
 * few new values are put among the others, more are ranked again.
 */
export class RankedColumn {
  readonly #values: SortValue[] = [];
  #different: readonly (string | number)[] = [];
  #ranks: number[] = [];
  #hasTexts = false;

  get length(): number {
    return this.#values.length;
  }

  add(values: readonly SortValue[]): void {
    for (const value of values) this.#values.push(value);
  }

  /** These places as they come in this order; `slots` says which values are at them. */
  ordered(positions: Uint32Array, slots: Uint32Array, direction: Sort['direction']): Uint32Array {
    this.#rank();
    const last = this.#different.length;
    const keys = new Float64Array(positions.length);
    const span = slots.length;
    for (let index = 0; index < positions.length; index++) {
      const position = positions[index] ?? 0;
      const rank = this.#ranks[slots[position] ?? 0] ?? -1;
      const key = rank < 0 ? last : direction === 'asc' ? rank : last - 1 - rank;
      keys[index] = key * span + position;
    }
    keys.sort();
    return Uint32Array.from(keys, (key) => key % span);
  }

  #rank(): void {
    const fresh = this.#values.slice(this.#ranks.length);
    if (fresh.length === 0) return;
    const brings = !this.#hasTexts && fresh.some((value) => typeof value === 'string');
    if (brings || fresh.length > mostInserted) this.#rankAll();
    else for (const value of fresh) this.#insert(this.#keyOf(value));
  }

  #rankAll(): void {
    this.#hasTexts = this.#values.some((value) => typeof value === 'string');
    const keys = this.#values.map((value) => this.#keyOf(value));
    const sorted = [...new Set(keys)].filter((key) => key !== null).sort(this.#compare);
    const different: (string | number)[] = [];
    const ranks = new Map<string | number, number>();
    for (const key of sorted) {
      const before = different.at(-1);
      if (before === undefined || this.#compare(before, key) !== 0) different.push(key);
      ranks.set(key, different.length - 1);
    }
    this.#different = different;
    this.#ranks = keys.map((key) => (key === null ? -1 : (ranks.get(key) ?? -1)));
  }

  #insert(key: string | number | null): void {
    if (key === null) {
      this.#ranks.push(-1);
      return;
    }
    const rank = this.#positionOf(key);
    const cached = this.#different[rank];
    if (cached === undefined || this.#compare(cached, key) !== 0) {
      this.#different = this.#different.toSpliced(rank, 0, key);
      this.#ranks = this.#ranks.map((each) => (each >= rank ? each + 1 : each));
    }
    this.#ranks.push(rank);
  }

  #positionOf(key: string | number): number {
    let [from, to] = [0, this.#different.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#compare(this.#different[middle] ?? key, key) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Null of what comes last in both directions. */
  #keyOf(value: SortValue): string | number | null {
    if (isEmpty(value)) return null;
    if (this.#hasTexts) return String(value);
    const number = Number(value);
    return Number.isNaN(number) ? null : number;
  }

  readonly #compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}
