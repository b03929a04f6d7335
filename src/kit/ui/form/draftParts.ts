type Values = Readonly<Record<string, unknown>>;

export type CanKeep = (name: string, value: unknown) => boolean;

/** What was typed: the parts of a form that differ from how it opened. */
export function changedParts(values: object, baseline: object, canKeep: CanKeep): Values {
  const before = baseline as Values;
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name]) && canKeep(name, value),
    ),
  );
}

/** A form with what was typed before; parts that it has no more are left out. */
export function withParts<Form>(values: Form, parts: Values, canKeep: CanKeep): Form {
  if (typeof values !== 'object' || values === null) return values;
  const existing = Object.entries(parts).filter(
    ([name, value]) => name in values && canKeep(name, value),
  );
  return { ...values, ...Object.fromEntries(existing) };
}
