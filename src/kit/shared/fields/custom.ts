export type CustomValue = string | number | boolean;

/** The values of a record in the company's own fields, by key; a key without a value is absent. */
export type CustomValues = Readonly<Record<string, CustomValue>>;

const prefix = 'custom.';

/** What the field of a key is called among the fields of its kind: `custom.machine_model`. */
export function customName(key: string): string {
  return `${prefix}${key}`;
}

/** The key of `custom.machine_model`; null for a field that is not the company's own. */
export function customKey(name: string): string | null {
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}

/** The value of a field of a record; null for none. */
export function valueOf(row: object, name: string): unknown {
  const key = customKey(name);
  if (key === null) return (row as Record<string, unknown>)[name];
  const values = (row as { custom?: CustomValues }).custom;
  return values && Object.hasOwn(values, key) ? values[key] : null;
}

/** The record with another value of a field; null for none. */
export function withValue<Row extends object>(row: Row, name: string, value: unknown): Row {
  const key = customKey(name);
  if (key === null) return { ...row, [name]: value };
  const { [key]: _before, ...others } = (row as { custom?: CustomValues }).custom ?? {};
  return { ...row, custom: value === null ? others : { ...others, [key]: value } };
}

/** A record with the values of own fields by the names of these. */
export function withFlat(row: object): Record<string, unknown> {
  const { custom, ...standard } = row as { custom?: CustomValues };
  return custom ? { ...standard, ...flatCustom(custom) } : { ...row };
}

/** A body with the values of own fields under `custom`, from one that names each as a field. */
export function withNested<Body extends object>(body: Body): Body {
  const entries = Object.entries(body);
  const own = entries.flatMap(([name, value]) => {
    const key = customKey(name);
    return key === null ? [] : [[key, value] as const];
  });
  if (own.length === 0) return body;
  const others = entries.filter(([name]) => customKey(name) === null);
  return { ...Object.fromEntries(others), custom: Object.fromEntries(own) } as Body;
}

/** The values of a record by the names of their fields. */
export function flatCustom(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [customName(key), value]));
}
