import type { TextSearch } from '~/kit/shared/filters/filters';
import { folded, isIn, searchOf } from '~/kit/shared/filters/searching';
import { RankedColumn } from './rankedColumn';
import type { Sort, SortValue } from './tableColumn';

/** A request for rows, by their places among all: the index knows columns by number, searches by their keys. */
export interface Question {
  sort: { column: number; direction: Sort['direction'] } | null;
  searches: readonly TextSearch[];
  /** Only prepares the index for a later question; the answer is empty. */
  isForLater?: boolean;
}

/** A message to the index. Each row has its own slot; values and texts come in the order of slots. */
export type IndexMessage =
  | { kind: 'clear' }
  | { kind: 'rows'; slots: Uint32Array<ArrayBuffer> }
  | { kind: 'values'; column: number; values: readonly SortValue[] }
  | { kind: 'texts'; keys: string; texts: readonly string[] }
  | { kind: 'forget'; column: number };

/** One name for the fields that a search looks in. */
export function searchName(keys: readonly string[]): string {
  return keys.join('\n');
}

interface Matches {
  searches: readonly TextSearch[];
  positions: Uint32Array;
}

/**
 * The orders and the searched texts of a long table (docs/decisions/0059-a-worker-for-long-tables.md). It lives in a
 * worker and knows nothing of rows but their slots.
 */
export class TableIndex {
  readonly #columns = new Map<number, RankedColumn>();
  readonly #texts = new Map<string, string[]>();
  #slots = new Uint32Array(0);
  #last: Matches | null = null;

  apply(message: IndexMessage): void {
    switch (message.kind) {
      case 'clear':
        this.#columns.clear();
        this.#texts.clear();
        this.#show(new Uint32Array(0));
        break;
      case 'rows':
        this.#show(message.slots);
        break;
      case 'values':
        this.#column(message.column).add(message.values);
        break;
      case 'texts': {
        const cached = this.#textsOf(message.keys);
        for (const text of message.texts) cached.push(folded(text));
        break;
      }
      case 'forget':
        this.#columns.delete(message.column);
    }
  }

  /** The places of the rows that fit, in their order. */
  ask({ sort, searches, isForLater = false }: Question): Uint32Array<ArrayBuffer> {
    const positions = isForLater ? new Uint32Array(0) : this.#found(searches);
    const ordered = sort
      ? this.#column(sort.column).ordered(positions, this.#slots, sort.direction)
      : positions;
    return new Uint32Array(ordered);
  }

  #show(slots: Uint32Array<ArrayBuffer>): void {
    this.#slots = slots;
    this.#last = null;
  }

  #found(searches: readonly TextSearch[]): Uint32Array {
    const last = this.#last;
    const from =
      last && isWithin(searches, last.searches) ? last.positions : this.#slots.map((_, at) => at);
    const positions = searches.reduce(
      (remaining, search) => this.#holding(remaining, search),
      from,
    );
    this.#last = { searches, positions };
    return positions;
  }

  #holding(positions: Uint32Array, { keys, value }: TextSearch): Uint32Array {
    const texts = this.#textsOf(searchName(keys));
    const search = searchOf(value);
    return positions.filter((position) => isIn(texts[this.#slots[position] ?? 0] ?? '', search));
  }

  #column(column: number): RankedColumn {
    const cached = this.#columns.get(column) ?? new RankedColumn();
    this.#columns.set(column, cached);
    return cached;
  }

  #textsOf(keys: string): string[] {
    const cached = this.#texts.get(keys) ?? [];
    this.#texts.set(keys, cached);
    return cached;
  }
}

/** Whether all that is found now was found before: each word of before is in one of now. */
function isWithin(now: readonly TextSearch[], before: readonly TextSearch[]): boolean {
  return before.every(({ keys, value }) => {
    const same = now.filter((each) => searchName(each.keys) === searchName(keys));
    const found = same.map((each) => searchOf(each.value));
    // What may be a telephone number is found by its last digits, which become others with each one that is typed.
    if (found.some(({ phone }) => phone !== null)) return false;
    const texts = found.flatMap((each) => each.terms);
    return searchOf(value).terms.every((word) => texts.some((each) => each.includes(word)));
  });
}
