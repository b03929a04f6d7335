import { Listeners } from './listeners';

const respondsWithinMs = 2000;
const listeners = new Listeners();

/** Tells when there is a line to the server again, by the live channel or by what the browser says. */
export const onLine = listeners.listen;

let probe = async (): Promise<boolean> => false;

/** Sets the check whether the server hears this page. */
export function probeLine(ask: () => Promise<boolean>): void {
  probe = ask;
}

/** Whether the server can be reached: then a call without an answer failed for another reason. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine && ((await probe()) || (await isResponding()));
}

async function isResponding(): Promise<boolean> {
  const signal = AbortSignal.timeout(respondsWithinMs);
  return fetch('/api/health', { signal }).then(
    () => true,
    () => false,
  );
}

export function notifyConnection(): void {
  listeners.notify();
}
