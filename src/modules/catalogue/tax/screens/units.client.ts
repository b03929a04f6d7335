import { useCallback, useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { compareTexts } from '~/kit/ui/feeds/list-rows';
import { type Records, useRecords } from '~/kit/ui/records/useRecords';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { mostDecimals, type Unit, type UnitPatch } from '../units.fields';
import { type UnitDecimals, offeredUnits } from '../units.rules';

export type Units = Records<Unit, UnitPatch>;

export function useUnits(): Units {
  return useRecords<Unit, UnitPatch>({
    entity: 'units',
    path: '/units',
    unscoped: true,
    order: (a, b) => compareTexts(a.code, b.code) || a.id - b.id,
  });
}

/** The decimals of the unit of a code; three of one that is not here, of which the server knows. */
export function useUnitDecimals(): (code: string) => UnitDecimals {
  const { rows } = useUnits();
  return useCallback(
    (code) => rows.find((unit) => unit.code === code) ?? { code, decimals: mostDecimals },
    [rows],
  );
}

/** Units for a select, the usual ones first; stable while nothing changes. */
export function useUnitChoices(usual: readonly string[], own?: string): readonly Choice[] {
  const { rows } = useUnits();
  const { tax_mode: taxMode } = useSettings();
  return useMemo(
    () => offeredUnits(rows, { usual, own, taxMode }).map((code) => ({ value: code, label: code })),
    [rows, usual, own, taxMode],
  );
}
