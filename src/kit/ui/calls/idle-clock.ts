import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import { reportIdle } from './api';

const key = 'last-activity';
const reportEveryMs = 61_000;
const storeEveryMs = 1000;

let last = 0;
let reported = 0;

/** Milliseconds since the last key or pointer event, in any tab of this browser. */
export function idleMs(): number {
  const now = Date.now();
  const shared = Number(readStored(key)) || 0;
  // After the clock was set back, an old event must not lie in the future.
  return now - Math.max(last > now ? 0 : last, shared > now ? 0 : shared);
}

export function startActivity(): void {
  noteActivity();
  reportIdle(() => Math.floor(idleMs() / 1000));
}

export function noteActivity(): void {
  const now = Date.now();
  if (now >= last && now - last < storeEveryMs) return;
  last = now;
  // Without storage each tab counts for itself.
  writeStored(key, String(now));
}

/** True at most once a minute, if there was activity in this page that the server may not know of. */
export function takeReport(): boolean {
  const now = Date.now();
  if (last <= reported || now - reported < reportEveryMs) return false;
  reported = now;
  return true;
}

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function watchActivity(listener: () => void): () => void {
  const options = { capture: true, passive: true };
  for (const sign of signs) window.addEventListener(sign, listener, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, listener, options);
  };
}
