/** A pure function that remembers what it made of each object; none may be changed in place afterwards. */
export function remembered<Of extends object, Result>(
  make: (of: Of) => Result,
): (of: Of) => Result {
  const results = new WeakMap<Of, { value: Result }>();
  return (of) => {
    const cached = results.get(of) ?? { value: make(of) };
    results.set(of, cached);
    return cached.value;
  };
}
