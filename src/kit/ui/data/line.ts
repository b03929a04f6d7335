const answersWithinMs = 2000;
const hearers = new Set<() => void>();

/** Tells when there is a line to the server again, by the live channel or by what the browser says. */
export function onLine(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

let probe = async (): Promise<boolean> => false;

/** Sets how the server is asked whether it hears this page. */
export function probeLine(ask: () => Promise<boolean>): void {
  probe = ask;
}

/** Whether the line to the server stands: a call that got no answer then failed on its own. */
export async function isHeard(): Promise<boolean> {
  return navigator.onLine && ((await probe()) || (await answers()));
}

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(answersWithinMs);
  return fetch('/api/health', { signal }).then(
    () => true,
    () => false,
  );
}

export function tellLine(): void {
  for (const hear of hearers) hear();
}
