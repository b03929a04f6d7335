import { useState } from 'react';

/** True from the first time on: a lazily loaded dialog stays mounted, so that it can animate its closing. */
export function useLatch(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
