import { useMemo } from 'react';
import { useComputed } from '~/kit/ui/records/computed';
import { type Records, useRecords } from '~/kit/ui/records/useRecords';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import type { Location, LocationPatch } from '../locations.fields';

export type Locations = Records<Location, LocationPatch>;

export function useLocations(): Locations {
  return useRecords<Location, LocationPatch>({
    entity: 'locations',
    path: '/locations',
    unscoped: true,
  });
}

const none: readonly Location[] = [];

/** The active locations, the default one first; none where a company has only one (docs/product/stock.md#in-use). */
export function useActiveLocations(): readonly Location[] {
  const isEnabled = useStockUses().includes('locations');
  const { data } = useComputed<Location[]>('/locations', {
    dependsOn: ['locations'],
    day: '',
    isEnabled,
  });
  return useMemo(() => {
    const active = isEnabled && data ? data.filter(({ is_active }) => is_active) : none;
    return active.length > 1 ? active : none;
  }, [isEnabled, data]);
}
