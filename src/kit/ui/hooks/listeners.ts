/** Functions to call when something changes, with the news of it if there are any. */
export class Listeners<News extends unknown[] = []> {
  readonly #all = new Set<(...news: News) => void>();

  /** Returns the function that ends it. */
  readonly listen = (listener: (...news: News) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  notify(...news: News): void {
    for (const listener of this.#all) listener(...news);
  }
}
