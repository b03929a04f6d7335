import type { ErrorTable } from '~/kit/shared/error-codes';
import { dependentsText, type DependentCount } from '~/kit/shared/fields/dependents';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Location, LocationPatch } from './locations.fields';

export const locationRefusals = {
  'location.name_taken': [409, 'Another location has this name'],
  'location.code_taken': [409, 'Another location has this code'],
  'location.is_default': [409, 'The default location stays an active store'],
  'location.vendor_taken': [409, 'Another location is with this vendor'],
  'location.in_use': [409, 'Stock lies in the location, or documents name it'],
} as const satisfies ErrorTable;

type Named = Pick<Location, 'name' | 'is_default'>;

/** What of a location its goods and documents depend on. */
export interface LocationUse {
  /** The first products of which goods lie there. */
  goods: readonly { type: string; id: number; label: string }[];
  /** Whether goods ever lay there; they did in the first location. */
  isMoved: boolean;
  dependents: readonly DependentCount[];
}

/** Goods do not leave with their location (docs/product/locations.md#deletion). */
export function canDeleteLocation(location: Named, use: LocationUse): Verdict {
  if (location.is_default)
    return refused('location.is_default', 'The default location cannot be deleted');
  const verdict = canEmpty(location, use, 'deleted');
  if (!verdict.ok || !use.isMoved) return verdict;
  const message = `Goods were moved to or from "${location.name}". Make it inactive instead.`;
  return refused('location.in_use', message);
}

/** The default location stays; others are made inactive, or another kind, once they are empty (docs/product/locations.md#changes). */
export function canChangeLocation(
  location: Named & Pick<Location, 'is_active' | 'kind' | 'vendor_id'>,
  change: Pick<LocationPatch, 'is_active' | 'kind' | 'is_default' | 'vendor_id'>,
  use: LocationUse,
): Verdict {
  const {
    is_active = location.is_active,
    is_default = location.is_default,
    kind = location.kind,
  } = change;
  const becomes = { is_active, is_default, kind };
  if (location.is_default && !becomes.is_default)
    return refused('location.is_default', 'Make another location the default one instead');
  if (becomes.is_default && !becomes.is_active)
    return refused('location.is_default', 'The default location cannot be inactive');
  if (becomes.is_default && becomes.kind !== 'store')
    return refused('location.is_default', 'The default location must be a store');
  const isLeft = location.is_active && !becomes.is_active;
  if (isLeft) return canEmpty(location, use, 'made inactive');
  if (becomes.kind !== location.kind) return canEmpty(location, use, 'made another kind');
  const isMoved = location.vendor_id !== null && change.vendor_id !== undefined;
  if (isMoved && change.vendor_id !== location.vendor_id)
    return canEmpty(location, use, 'given another vendor');
  return allowed;
}

function canEmpty({ name }: Named, { goods, dependents }: LocationUse, done: string): Verdict {
  if (goods.length > 0)
    return refused('location.in_use', `Stock lies in "${name}", so it cannot be ${done}`);
  const documents = dependentsText(dependents);
  if (documents === '') return allowed;
  return refused('location.in_use', `"${name}" is on ${documents} and cannot be ${done}`);
}
