import { shallowEqual } from '@mantine/hooks';
import { useState } from 'react';

/** The earlier object while its values are the same, so that what is memoized from it stays too. */
export function useSameValues<T>(now: T): T {
  const [kept, keep] = useState(now);
  if (shallowEqual(kept, now)) return kept;
  keep(now);
  return now;
}
