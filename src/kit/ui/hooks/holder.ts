/** A mutable value for handlers and effects, not read while rendering. */
export interface Holder<T> {
  get: () => T;
  set: (value: T) => void;
}

export function createHolder<T>(value: T): Holder<T> {
  let held = value;
  return {
    get: () => held,
    set: (next) => {
      held = next;
    },
  };
}
