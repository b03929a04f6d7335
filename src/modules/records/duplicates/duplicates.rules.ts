/** What two records of a kind may agree in, the surest first (docs/product/duplicates.md#what-counts). */
export const reasons = {
  tax_id: 'Same tax ID',
  email: 'Same email',
  phone: 'Same phone',
  code: 'Same barcode',
  name: 'Names sound alike',
} as const;

export type Reason = keyof typeof reasons;

export const reasonNames = Object.keys(reasons) as readonly Reason[];

/** Records that agree in one thing. */
export interface Match {
  reason: Reason;
  ids: readonly number[];
}

export interface DuplicateGroup {
  why: Reason[];
  ids: number[];
}

/**
 * Joins matches that share a record into groups, each with every reason for it, the surest first: a record that has its
 * email from one and its phone from another is one group with both.
 */
export function groupsOf(matches: readonly Match[]): DuplicateGroup[] {
  const groups = new Map<number, { why: Set<Reason>; ids: Set<number> }>();
  for (const { reason, ids } of matches) {
    const found = new Set(ids.flatMap((id) => groups.get(id) ?? []));
    const joined = { why: new Set([reason]), ids: new Set(ids) };
    for (const group of found) {
      for (const each of group.why) joined.why.add(each);
      for (const id of group.ids) joined.ids.add(id);
    }
    for (const id of joined.ids) groups.set(id, joined);
  }
  return [...new Set(groups.values())].map(({ why, ids }) => ({
    why: reasonNames.filter((reason) => why.has(reason)),
    ids: [...ids].sort((one, other) => one - other),
  }));
}
