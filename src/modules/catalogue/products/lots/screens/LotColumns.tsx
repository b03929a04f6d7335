import { useMemo } from 'react';
import { saveCell } from '~/kit/ui/records/saveCell';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Lot, lotFields } from '../lots.fields';
import type { Lots } from './lots.client';

const texts = {
  noun: 'lot',
  saved: 'Lot updated successfully',
  refused: 'Failed to update lot',
  offlineText: 'Failed to update lot. Please try again.',
};

export function useLotColumns(lots: Lots): readonly Column<Lot>[] {
  const { timeZone, today } = useCompany();
  const writing = useMay('stock.update');
  return useMemo(
    () =>
      columnsFromFields(lotFields, {
        except: ['id', 'product_id', 'vendor_id'],
        timeZone,
        today,
        required: ['lot_number'],
        canEdit: () => writing,
        save: (lot, patch, edit) =>
          saveCell(lots, lot, patch, { ...texts, name: lot.lot_number, edit }),
        overrides: {
          lot_number: { width: 180 },
          product_name: { width: 240 },
          unit: { width: 88 },
        },
      }),
    [lots, writing, timeZone, today],
  );
}
