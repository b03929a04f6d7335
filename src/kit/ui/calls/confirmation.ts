type Confirm = () => Promise<boolean>;

let ask: Confirm | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Sets who asks the person to show again who they are, before a call that needs it; gives true once that is done.
 * Returns how to take the asker away.
 */
export function onConfirmationNeeded(asker: Confirm): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/** Asks once for all calls that wait for it; false where the person cancels or no one can ask. */
export function isConfirmed(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
