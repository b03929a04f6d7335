import { useState } from 'react';

/** The last value that was not null, so that a dialog still shows its record while it closes. */
export function useLast<T>(now: T | null): T | null {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}
