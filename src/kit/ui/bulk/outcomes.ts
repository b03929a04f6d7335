/** What became of single records in a change of many, to be told in a dialog. */
export interface Outcome {
  title: string;
  sentence: string;
  /** Where its records are opened. */
  path: string | null;
  records: readonly { id: number; name: string; reason: string }[];
}

let tell: ((outcome: Outcome) => void) | null = null;

/** Sets who shows outcomes; returns how to take it away. */
export function onOutcomes(teller: (outcome: Outcome) => void): () => void {
  tell = teller;
  return () => {
    if (tell === teller) tell = null;
  };
}

export function tellOutcome(outcome: Outcome): void {
  tell?.(outcome);
}
