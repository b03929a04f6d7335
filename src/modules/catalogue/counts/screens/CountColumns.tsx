import { useMemo } from 'react';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Count, countFields } from '../counts.fields';
import { canCountIn } from '../counts.rules';
import type { Counts } from './counts.client';

const except = ['id', 'location_id', 'category_id', 'created_by'] as const;

const texts = {
  noun: 'stock count',
  saved: 'Stock count updated successfully',
  ...orNetworkError('Failed to update stock count'),
};

/** The columns of the list of stock counts (docs/product/counts.md#screens). */
export function useCountColumns(counts: Counts): readonly Column<Count>[] {
  const latest = useLatest(counts);
  const { timeZone, today } = useCompany();
  const writing = useMay('stock.update');
  return useMemo(
    () =>
      columnsFromFields(countFields, {
        except,
        timeZone,
        today,
        required: ['count_number'],
        canEdit: (count) => (writing.ok ? canCountIn(count) : writing),
        save: async (count, patch, edit) => {
          const { path, put, update } = latest.current;
          const store = {
            path,
            put,
            update: (id: number, body: { updated_at: string }): Promise<Count> => update(id, body),
          };
          await saveCell(store, count, patch, { ...texts, name: count.count_number, edit });
        },
        overrides: {
          count_number: { width: 160, copy: true },
          location_name: { width: 160 },
          category_name: {
            width: 160,
            text: ({ category_name }) => category_name ?? 'All categories',
          },
          // Fixed once something is counted, so that many are not given one.
          count_date: { edit: false },
        },
      }),
    [latest, writing, timeZone, today],
  );
}
