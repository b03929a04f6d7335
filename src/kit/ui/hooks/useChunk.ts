import { useState, useSyncExternalStore } from 'react';

/**
 * Something in a file of its own, loaded when it is first drawn. React's own `lazy` would hold what comes back for 300 ms
 * each time that its place has been shown without it.
 */
export class Chunk<T> {
  readonly #import: () => Promise<T>;
  readonly #hearers = new Set<() => void>();
  #loaded: { value: T } | { error: unknown } | null = null;
  #isLoading = false;

  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#import().then(
      (value) => this.#end({ value }),
      (error: unknown) => this.#end({ error }),
    );
  }

  readonly listen = (hear: () => void): (() => void) => {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  };

  readonly loaded = () => this.#loaded;

  #end(loaded: { value: T } | { error: unknown }): void {
    this.#loaded = loaded;
    for (const hear of this.#hearers) hear();
  }
}

/** Null until it is there; throws where it could not be loaded. */
export function useChunk<T>(chunk: Chunk<T>): T | null {
  useState(() => chunk.load());
  const loaded = useSyncExternalStore(chunk.listen, chunk.loaded);
  if (loaded && 'error' in loaded) throw loaded.error;
  return loaded?.value ?? null;
}
