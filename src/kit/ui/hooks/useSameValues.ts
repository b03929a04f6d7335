import { shallowEqual } from '@mantine/hooks';
import { useState } from 'react';

/** The earlier object while its values are the same, so that what is memoized from it stays too. */
export function useSameValues<T>(now: T): T {
  const [stored, keep] = useState(now);
  if (shallowEqual(stored, now)) return stored;
  keep(now);
  return now;
}
