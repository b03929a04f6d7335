/** The results for single records in a change of many, to show in a dialog. */
export interface Outcome {
  title: string;
  message: string;
  /** Where its records are opened. */
  path: string | null;
  records: readonly { id: number; name: string; reason: string }[];
}

let show: ((outcome: Outcome) => void) | null = null;

/** Sets who shows outcomes; returns how to take it away. */
export function onOutcomes(teller: (outcome: Outcome) => void): () => void {
  show = teller;
  return () => {
    if (show === teller) show = null;
  };
}

export function showOutcome(outcome: Outcome): void {
  show?.(outcome);
}
