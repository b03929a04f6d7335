/** So long the page may be held at a time by work on long lists. */
const sliceMs = 8;

/** Lets the page do what waits, whenever a slice of time is used up. */
export class Slices {
  #until = performance.now() + sliceMs;

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  async next(): Promise<void> {
    await pause();
    this.#until = performance.now() + sliceMs;
  }
}

export type Steps<T> = Generator<void, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export async function inSlices<T>(steps: Steps<T>, isNeeded: () => boolean): Promise<T | null> {
  const slices = new Slices();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!slices.isOver) continue;
    await slices.next();
    if (!isNeeded()) return null;
  }
}

/** When the page has drawn what it has to draw, after `most` ms at the latest; at once where a browser cannot say. */
export function whenDrawn(most = 300): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => done(), { timeout: most });
    else done();
  });
}

function pause(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
