/** Choices that are the same again for the same seed and place. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(choices: readonly T[]) => T;
}

/** A stream of choices for one place of a run, so that a single request can be made again without those before it. */
export function randomOf(seed: number, position = 0): Random {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(position + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    chance: (share) => next() < share,
    pick: <T>(choices: readonly T[]): T => {
      const chosen = choices[between(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to choose from');
      return chosen;
    },
  };
}
