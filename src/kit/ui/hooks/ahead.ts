import { isReachable } from './connection';

const quietMs = 12_000;
const againMs = 2000;
const acts = ['pointerdown', 'keydown'] as const;

/**
 * Loads code before it is needed, so that it is there when the line is gone: with the person's first key or click,
 * or when the page has been open for a while (docs/decisions/0088-what-a-first-visit-loads.md). An effect.
 */
export function loadAhead(load: () => Promise<unknown>): () => void {
  const begin = (): void => {
    // A browser remembers until the next page that a module could not be loaded.
    if (!navigator.onLine) return;
    end();
    load().catch(() => undefined);
  };
  const timer = setTimeout(begin, quietMs);
  const end = (): void => {
    clearTimeout(timer);
    for (const act of acts) window.removeEventListener(act, begin, true);
  };
  for (const act of acts) window.addEventListener(act, begin, { capture: true, passive: true });
  return end;
}

/**
 * Loads code, again and again while the server cannot be reached. Fails where a server that can be reached does not have
 * it, as after an update.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wasReached = false; ; ) {
    try {
      return await load();
    } catch (error) {
      if (wasReached) throw error;
      wasReached = await isReachable();
      if (!wasReached) await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
