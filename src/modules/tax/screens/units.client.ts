import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { compareTexts } from '~/kit/ui/data/list-rows';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { Unit } from '../units.fields';
import { offeredUnits } from '../units.rules';

export function useUnits(): List<Unit> {
  return useList<Unit>({
    entity: 'units',
    path: '/units',
    unscoped: true,
    order: (a, b) => compareTexts(a.code, b.code) || a.id - b.id,
  });
}

/** All units for a select, the usual ones first; stable while nothing changes. */
export function useUnitChoices(usual: readonly string[], own?: string): readonly Choice[] {
  const { rows } = useUnits();
  return useMemo(
    () => offeredUnits(rows, usual, own).map((code) => ({ value: code, label: code })),
    [rows, usual, own],
  );
}
