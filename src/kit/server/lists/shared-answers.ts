import type { Db } from '~/kit/server/database/db';
import { hasChanged, readStand, type Stand } from './list-changes';

interface Flight {
  /** Its statements may have their snapshot: who comes now may know of a change that is not in it. */
  hasBegun: boolean;
  answer: Promise<unknown>;
}

interface Kept {
  answer: unknown;
  stand: Stand;
}

const mostKept = 300;

/**
 * Gives the same answer to all who ask for it in the same scope (docs/product/wire.md#figures-of-lists). One is computed at a
 * time; who comes in the meantime shares the next. An answer is given again while none of its entities changed, so that anyone who
 * has written sees it.
 */
export class SharedAnswers {
  readonly #newest = new Map<string, Flight>();
  readonly #kept = new Map<string, Kept>();

  async give<A>(
    db: Db,
    asked: { key: string; entities: readonly string[] },
    compute: () => Promise<A>,
  ): Promise<A> {
    const { key, entities } = asked;
    const kept = this.#kept.get(key);
    if (kept && !(await hasChanged(db, entities, kept.stand))) return kept.answer as A;
    const newest = this.#newest.get(key);
    const flight = newest && !newest.hasBegun ? newest : this.#begin(newest, db, asked, compute);
    return flight.answer as Promise<A>;
  }

  #begin<A>(
    before: Flight | undefined,
    db: Db,
    { key, entities }: { key: string; entities: readonly string[] },
    compute: () => Promise<A>,
  ): Flight {
    const work = async (): Promise<A> => {
      await before?.answer.catch(() => undefined);
      flight.hasBegun = true;
      // Before the answer's own snapshot: what is visible at the stand is in it.
      const stand = entities.length > 0 ? await readStand(db) : null;
      const answer = await compute();
      if (stand) this.#keep(key, { answer, stand });
      return answer;
    };
    const flight: Flight = { hasBegun: false, answer: Promise.resolve() };
    flight.answer = work().finally(() => {
      if (this.#newest.get(key) === flight) this.#newest.delete(key);
    });
    this.#newest.set(key, flight);
    return flight;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
