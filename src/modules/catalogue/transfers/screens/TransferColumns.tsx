import { useMemo } from 'react';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Transfer, transferFields } from '../transfers.fields';

const except = ['id', 'from_id', 'to_id', 'created_by'] as const;

export function useTransferColumns(): readonly Column<Transfer>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(transferFields, {
        except,
        timeZone,
        today,
        required: ['transfer_number'],
        overrides: {
          transfer_number: { width: 168, copy: true },
          from_name: { width: 180 },
          to_name: { width: 180 },
        },
      }),
    [timeZone, today],
  );
}
