import type { Fields } from '~/kit/shared/fields/fields';
import { writableFields } from '~/kit/shared/fields/typed-values';

type Row = Readonly<Record<string, unknown>>;

/** Whose value a merged record takes: that of the one that stays, or of the one that goes. */
export type MergeSide = 'kept' | 'other';

/** The fields in which two records differ, in the order of the fields. */
export function differingFields(fields: Fields, survivor: Row, other: Row): string[] {
  return writableFields(fields)
    .map(([name]) => name as string)
    .filter((name) => blankAsNull(survivor[name]) !== blankAsNull(other[name]));
}

/** What stays unless someone chooses otherwise: what is there already, and the other's where nothing is. */
export function proposedSide(survivor: Row, other: Row, field: string): MergeSide {
  return blankAsNull(survivor[field]) === null && blankAsNull(other[field]) !== null
    ? 'other'
    : 'kept';
}

/** The values to send: those that the record that stays takes from the other. */
export function takenValues(
  other: Row,
  sides: Readonly<Record<string, MergeSide>>,
): Record<string, unknown> {
  const taken = Object.entries(sides).filter(([, side]) => side === 'other');
  return Object.fromEntries(taken.map(([field]) => [field, other[field]]));
}

function blankAsNull(value: unknown): unknown {
  return value === undefined || value === '' ? null : value;
}
