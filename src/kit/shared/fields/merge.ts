import { customKey } from './custom';
export type Values = Readonly<Record<string, unknown>>;

/** A field that two people have changed, each to something else. */
export interface Conflict {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** What is to be sent on their version: mine where I changed it, conflicts included, else theirs. */
  values: Record<string, unknown>;
  conflicts: readonly Conflict[];
}

/**
 * Lays what one person changed over what another saved in the meantime (docs/product/screens.md#two-people-at-one-record).
 * `base` is the record as `mine` began, `theirs` the one that is saved; only the fields of `mine` count, without
 * `updated_at`. A field that a record lacks is nothing, and one that `theirs` does not name was not changed.
 */
export function mergeValues({
  base,
  mine,
  theirs,
}: Readonly<Record<'base' | 'mine' | 'theirs', Values>>): Merge {
  const values: Record<string, unknown> = {};
  const conflicts: Conflict[] = [];
  for (const [field, own] of Object.entries(mine)) {
    if (field === 'updated_at' || own === undefined) continue;
    const isGiven = Object.hasOwn(theirs, field) || customKey(field) !== null;
    const [was, other] = [base[field], isGiven ? theirs[field] : base[field]];
    const isMine = !isAlike(own, was);
    values[field] = isMine || !isGiven ? own : other;
    if (isMine && !isAlike(other, was) && !isAlike(own, other))
      conflicts.push({ field, base: was, mine: own, theirs: other });
  }
  return { values, conflicts };
}

function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other)
    return (one ?? null) === (other ?? null);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isAlike((one as Values)[name], (other as Values)[name]));
}
