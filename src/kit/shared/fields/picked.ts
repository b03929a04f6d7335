/** The values of these names, which may be undefined. */
export function picked<From extends object, const Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** A value for each of these names. */
export function mapNames<const Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
