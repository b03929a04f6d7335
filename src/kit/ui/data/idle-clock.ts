import { tellIdle } from './api';

const key = 'last-activity';
const reportEveryMs = 61_000;
const storeEveryMs = 1000;

// Of this page alone; what all tabs of the browser share is in its storage.
let last = 0;
let reported = 0;

/** Milliseconds since a person last touched the product, in whichever tab of this browser. */
export function idleMs(): number {
  const now = Date.now();
  const shared = stored();
  // A clock that was set back must not make an old touch a future one.
  return now - Math.max(last > now ? 0 : last, shared > now ? 0 : shared);
}

/** Somebody has opened the product: activity, and from then on each call tells how long ago the last one was. */
export function startActivity(): void {
  noteActivity();
  tellIdle(() => Math.floor(idleMs() / 1000));
}

/** Notes that a person is here. */
export function noteActivity(): void {
  const now = Date.now();
  if (now >= last && now - last < storeEveryMs) return;
  last = now;
  try {
    localStorage.setItem(key, String(now));
  } catch {
    // Without storage each tab counts for itself.
  }
}

/** True once a minute at most, while there was activity in this page that the server may not know of. */
export function takeReport(): boolean {
  const now = Date.now();
  if (last <= reported || now - reported < reportEveryMs) return false;
  reported = now;
  return true;
}

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Hears every key and every touch of the pointer; gives the end of it. */
export function watchActivity(hear: () => void): () => void {
  const options = { capture: true, passive: true };
  for (const sign of signs) window.addEventListener(sign, hear, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, hear, options);
  };
}

function stored(): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}
