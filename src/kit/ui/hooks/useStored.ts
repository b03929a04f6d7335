import { useState } from 'react';

/** One of a closed list of values, stored in the browser under a key; any other stored value is ignored. */
export function useStored<V extends string>(
  key: string,
  allowed: readonly V[],
  initial: V,
): [V, (value: V) => void] {
  const [value, setValue] = useState<V>(() => {
    const stored = read(key);
    return allowed.find((each) => each === stored) ?? initial;
  });
  const change = (next: V) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Storage may be full or forbidden; the choice then lasts as long as the page.
    }
  };
  return [value, change];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
