import type { Db } from '~/kit/server/database/db';
import { hasChanged, readStand, type Stand } from './list-changes';

interface Flight {
  /** Its statements may have their snapshot: who comes now may know of a change that is not in it. */
  hasStarted: boolean;
  result: Promise<unknown>;
}

interface Cached {
  result: unknown;
  stand: Stand;
}

const mostCached = 300;

/**
 * Gives the same answer to all who ask for it in the same scope (docs/product/wire.md#figures-of-lists). One is computed at a
 * time; who comes in the meantime shares the next. An answer is given again while none of its entities changed, so that anyone who
 * has written sees it.
 */
export class SharedResults {
  readonly #newest = new Map<string, Flight>();
  readonly #cached = new Map<string, Cached>();

  async give<A>(
    db: Db,
    request: { key: string; entities: readonly string[] },
    compute: () => Promise<A>,
  ): Promise<A> {
    const { key, entities } = request;
    const cached = this.#cached.get(key);
    if (cached && !(await hasChanged(db, entities, cached.stand))) return cached.result as A;
    const newest = this.#newest.get(key);
    const flight =
      newest && !newest.hasStarted ? newest : this.#begin(newest, db, request, compute);
    return flight.result as Promise<A>;
  }

  #begin<A>(
    before: Flight | undefined,
    db: Db,
    { key, entities }: { key: string; entities: readonly string[] },
    compute: () => Promise<A>,
  ): Flight {
    const work = async (): Promise<A> => {
      await before?.result.catch(() => undefined);
      flight.hasStarted = true;
      // Read before the answer's own snapshot, so that the answer has every row of this state.
      const stand = entities.length > 0 ? await readStand(db) : null;
      const result = await compute();
      if (stand) this.#keep(key, { result, stand });
      return result;
    };
    const flight: Flight = { hasStarted: false, result: Promise.resolve() };
    flight.result = work().finally(() => {
      if (this.#newest.get(key) === flight) this.#newest.delete(key);
    });
    this.#newest.set(key, flight);
    return flight;
  }

  #keep(key: string, cached: Cached): void {
    this.#cached.delete(key);
    this.#cached.set(key, cached);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > mostCached && oldest !== undefined) this.#cached.delete(oldest);
  }
}
