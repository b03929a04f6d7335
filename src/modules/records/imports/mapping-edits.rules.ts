import type { Mapping } from './mapping.rules';

/** The field that takes its value from a column; null for a column that is left out. */
export function fieldOf({ fields }: Mapping, column: string): string | null {
  const found = Object.entries(fields).find(([, { columns }]) => columns.includes(column));
  return found?.[0] ?? null;
}

/** Gives a column to a field, or leaves it out. */
export function withColumn(mapping: Mapping, column: string, field: string | null): Mapping {
  const others = Object.entries(mapping.fields).filter(
    ([, { columns }]) => !columns.includes(column),
  );
  const fields = Object.fromEntries(others);
  if (field !== null) fields[field] = { columns: [column] };
  return { ...mapping, fields };
}
