type Length = { total: number; cursor: string } | null;

const shortForMs = 5000;
const mostCached = 300;

/**
 * Whether lists are too long to be sent whole: asked once for all who ask at the same time, and not again for some seconds
 * of a list that is not, so that a thousand who load one cost no more than one does.
 */
export class ListLengths {
  readonly #inFlight = new Map<string, Promise<Length>>();
  readonly #shortUntil = new Map<string, number>();

  of(statement: string, ask: () => Promise<Length>): Promise<Length> {
    if ((this.#shortUntil.get(statement) ?? 0) > performance.now()) return Promise.resolve(null);
    const cached = this.#inFlight.get(statement);
    if (cached) return cached;
    const length = ask()
      .then((length) => {
        if (length === null) this.#keep(statement);
        return length;
      })
      .finally(() => this.#inFlight.delete(statement));
    this.#inFlight.set(statement, length);
    return length;
  }

  #keep(statement: string): void {
    this.#shortUntil.delete(statement);
    this.#shortUntil.set(statement, performance.now() + shortForMs);
    const [oldest] = this.#shortUntil.keys();
    if (this.#shortUntil.size > mostCached && oldest !== undefined) this.#shortUntil.delete(oldest);
  }
}
