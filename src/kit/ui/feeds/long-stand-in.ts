import type { LongCalls } from './long-list';

export interface LongRow {
  id: number;
  name: string;
  updated_at: string;
}

/** A server outside of the page that answers the calls of a long list (docs/product/screens.md#very-long-lists). */
export class LongStandIn {
  readonly requests: string[] = [];
  delayMs = 10;
  isDown = false;
  counts = true;
  #time = 0;
  readonly rows = new Map<number, LongRow>();

  constructor(count: number) {
    for (let id = 1; id <= count; id++) this.write(id, `Bolt ${id}`);
  }

  write(id: number, name: string): LongRow {
    this.#time += 1;
    const row = { id, name, updated_at: new Date(this.#time).toISOString() };
    this.rows.set(id, row);
    return row;
  }

  readonly calls: LongCalls<LongRow> = {
    ids: async (query, { from, to, rows }, signal) => {
      this.requests.push(`${query} ${from}`);
      await this.#passes(signal, to === from ? 500 : this.delayMs);
      const found = [...this.rows.values()].filter(({ name }) => name.includes(query));
      const ids = found.slice(from, to).map(({ id }) => id);
      const total = this.counts || to === from ? found.length : null;
      return { ids, total, ...(rows > 0 ? { rows: found.slice(from, from + rows) } : {}) };
    },
    rows: async (ids, signal) => {
      this.requests.push(`${ids[0]}-${ids.at(-1)}`);
      const rows = ids.flatMap((id) => this.rows.get(id) ?? []);
      await this.#passes(signal);
      return { rows };
    },
  };

  async #passes(signal: AbortSignal, ms = this.delayMs): Promise<void> {
    await new Promise((done) => setTimeout(done, ms));
    if (signal.aborted || this.isDown) throw new TypeError('fetch failed');
  }
}
