import { useState } from 'react';

/** True from the first time on: a dialog loaded once stays, so that it can close as gently as it opened. */
export function useOnceTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
