const quietMs = 12_000;
const againMs = 2000;
const acts = ['pointerdown', 'keydown'] as const;

/**
 * Loads code before it is needed, so that it is there when the line is gone: with the person's first key or click,
 * or when the page has been open for a while (docs/decisions/0088-what-a-first-visit-loads.md). An effect.
 */
export function loadAhead(load: () => Promise<unknown>): () => void {
  const begin = (): void => {
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

/** Loads code, again and again while there is no line. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
