import { Listeners } from './listeners';

const respondsWithinMs = 2000;
const listeners = new Listeners();

/** Tells when there is a line to the server again, by the live channel or by what the browser says. */
export const onLine = listeners.listen;

let probe = async (): Promise<boolean> => false;
let isLost = (): boolean => false;

/** Sets the check whether the server hears this page, and what tells at once that the line to it was lost. */
export function probeLine(ask: () => Promise<boolean>, hasLost: () => boolean): void {
  probe = ask;
  isLost = hasLost;
}

/** Whether it is known, without asking, that a call would not reach the server. */
export function isCut(): boolean {
  return !navigator.onLine || isLost();
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
