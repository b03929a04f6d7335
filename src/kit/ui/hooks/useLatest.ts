import { type RefObject, useInsertionEffect, useRef } from 'react';

/** The newest value, for handlers that must stay stable; not to be read while rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}
