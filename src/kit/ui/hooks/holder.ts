/** A value that handlers read and effects change; rendering neither reads it nor follows it. */
export interface Holder<T> {
  get: () => T;
  set: (value: T) => void;
}

/** Kept in `useState`, it lives as long as its component. */
export function createHolder<T>(value: T): Holder<T> {
  let held = value;
  return {
    get: () => held,
    set: (next) => {
      held = next;
    },
  };
}
