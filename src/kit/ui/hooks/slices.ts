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

/** When the page has drawn what it has to draw, after 300 ms at the latest; at once where a browser cannot say. */
export function whenDrawn(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => done(), { timeout: 300 });
    else done();
  });
}

/** When the page has painted what was just changed, after 50 ms at the latest. */
export function whenPainted(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 50);
    if (typeof requestAnimationFrame === 'function')
      requestAnimationFrame(() => void pause().then(done));
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
