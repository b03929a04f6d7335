import { valueOf } from '~/kit/shared/fields/custom';
import type { Fields } from '~/kit/shared/fields/fields';
import { writableFields } from '~/kit/shared/fields/typed-values';

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

type Row = Readonly<Record<string, unknown>>;

/** Whose value a merged record takes: that of the one that stays, or of the one that goes. */
export type MergeSide = 'kept' | 'other';

/** The fields in which two records differ, in the order of the fields. */
export function differingFields(fields: Fields, survivor: Row, other: Row): string[] {
  return writableFields(fields)
    .map(([name]) => name as string)
    .filter((name) => blankAsNull(valueOf(survivor, name)) !== blankAsNull(valueOf(other, name)));
}

/** The values that stay unless someone chooses otherwise: the record's own, and the other's where it has none. */
export function proposedSide(survivor: Row, other: Row, field: string): MergeSide {
  return blankAsNull(valueOf(survivor, field)) === null &&
    blankAsNull(valueOf(other, field)) !== null
    ? 'other'
    : 'kept';
}

/** The values to send: those that the record that stays takes from the other. */
export function takenValues(
  other: Row,
  sides: Readonly<Record<string, MergeSide>>,
): Record<string, unknown> {
  const taken = Object.entries(sides).filter(([, side]) => side === 'other');
  return Object.fromEntries(taken.map(([field]) => [field, valueOf(other, field)]));
}

function blankAsNull(value: unknown): unknown {
  return value === undefined || value === '' ? null : value;
}
