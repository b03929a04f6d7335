import { useMemo } from 'react';
import { useList } from '~/kit/ui/data/list-store';
import type { Location } from '../locations.fields';

/** The locations, the default one first. */
export function useLocations() {
  return useList<Location>({ entity: 'locations', path: '/locations' });
}

/** The active locations to choose from; of some kinds only. */
export function useLocationChoices(kinds: readonly Location['kind'][] = ['store']) {
  const { rows } = useLocations();
  const shown = kinds.join(' ');
  return useMemo(
    () =>
      rows
        .filter(({ is_active, kind }) => is_active && shown.includes(kind))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    [rows, shown],
  );
}
