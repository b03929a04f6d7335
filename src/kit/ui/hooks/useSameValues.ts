import { shallowEqual } from '@mantine/hooks';
import { useState } from 'react';

/** The object of an earlier render for as long as its values are the same, so that what is made from it is kept too. */
export function useSameValues<T>(now: T): T {
  const [kept, keep] = useState(now);
  if (shallowEqual(kept, now)) return kept;
  keep(now);
  return now;
}
