import { isCut, isReachable } from './connection';

const quietMs = 12_000;
const againMs = 2000;
const refusedMs = 500;
const mostRefusals = 3;
const acts = ['pointerdown', 'keydown'] as const;

/**
 * Loads code before it is needed, so that it is there when the line is gone: with the person's first key or click,
 * or when the page has been open for a while (docs/decisions/0088-what-a-first-visit-loads.md). An effect.
 */
export function loadAhead(load: () => Promise<unknown>): () => void {
  const begin = (): void => {
    if (isCut()) return;
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
 * A function that loads code once, and tries again and again while the server cannot be reached. It fails where a server that can
 * be reached does not have it, as after an update: a line that is just back also breaks calls, so that one failure tells nothing.
 */
export function loaderOf<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= untilLoaded(load).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let refusals = 0, isAgain = false; ; isAgain = true) {
    // A browser remembers until the next page that a module could not be loaded.
    while (isCut() && !(await isReachable())) await pause(againMs);
    try {
      if (isAgain) await styleAgain();
      return await load();
    } catch (error) {
      refusals = (await isReachable()) ? refusals + 1 : 0;
      if (refusals === mostRefusals) throw error;
      await pause(refusals > 0 ? refusedMs : againMs);
    }
  }
}

/** Loads the styles whose loading failed: they are requested once, with the code that they belong to. */
async function styleAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const failed = links.filter(({ sheet }) => sheet === null);
  await Promise.all(
    failed.map((link) => {
      const again = document.createElement('link');
      again.rel = 'stylesheet';
      again.href = link.href;
      const loaded = new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`No styles at ${link.href}`)));
      });
      link.replaceWith(again);
      return loaded;
    }),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
