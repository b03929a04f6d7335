import type { Spool } from '~/kit/server/downloads/spool';

export const longestCached = 8 * 1024 * 1024;
const most = 48 * 1024 * 1024;

/** Keeps at most 48 MB of packed lists and none above 8 MB; lets the least recently used go first. */
export class CachedLists {
  readonly #lists = new Map<string, Spool>();
  readonly #dropped: (key: string) => void;

  constructor(dropped: (key: string) => void) {
    this.#dropped = dropped;
  }

  take(key: string, spool: Spool): boolean {
    if (spool.size > longestCached || !spool.canBeRead) return false;
    spool.keep();
    this.#lists.set(key, spool);
    let size = 0;
    for (const each of this.#lists.values()) size += each.size;
    for (const [oldest, each] of this.#lists) {
      if (size <= most) break;
      size -= each.size;
      this.drop(oldest);
      this.#dropped(oldest);
    }
    return true;
  }

  touch(key: string): void {
    const found = this.#lists.get(key);
    if (!found) return;
    this.#lists.delete(key);
    this.#lists.set(key, found);
  }

  drop(key: string): void {
    this.#lists.get(key)?.seal();
    this.#lists.delete(key);
  }
}
