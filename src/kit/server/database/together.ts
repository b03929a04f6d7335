const atATime = 50;

/** Does the same for many things that do not depend on each other, some at a time, so that their statements travel together. */
export async function together<T>(
  all: readonly T[],
  work: (each: T, index: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += atATime) {
    const batch = all.slice(from, from + atATime);
    await Promise.all(batch.map((each, index) => work(each, from + index)));
  }
}
