import { useMemo } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Advance, advanceFields, advanceStatuses } from '../advances.fields';

const except = [
  'id',
  'customer_id',
  'order_id',
  'receipt_id',
  'created_by',
  'workspace_id',
] as const;

const statusOrder = advanceStatuses.map((status) => status.value);

export function useAdvanceColumns(): readonly Column<Advance>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(advanceFields, {
        except,
        timeZone,
        today,
        required: ['voucher_number'],
        overrides: {
          voucher_number: { width: 148, copy: true },
          customer_name: { width: 170 },
          order_number: { width: 168 },
          advance_date: { width: 112 },
          status: { sortValue: ({ status }) => statusOrder.indexOf(status) },
        },
      }),
    [timeZone, today],
  );
}

export function AdvanceStatus({ advance }: { advance: Pick<Advance, 'status'> }) {
  return <ChoiceBadge choices={advanceStatuses} value={advance.status} />;
}
