import { useState } from 'react';
import { readStored, writeStored } from './browserStorage';

/** One of a closed list of values, stored in the browser under a key; any other stored value is ignored. */
export function useStored<V extends string>(
  key: string,
  allowed: readonly V[],
  initial: V,
): [V, (value: V) => void] {
  const [value, setValue] = useState<V>(() => {
    const stored = readStored(key);
    return allowed.find((each) => each === stored) ?? initial;
  });
  const change = (next: V) => {
    setValue(next);
    writeStored(key, next);
  };
  return [value, change];
}
