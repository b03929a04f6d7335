import { useMemo } from 'react';
import { refused } from '~/kit/shared/verdict';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
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
const inItsDetails = refused('advance.used', 'Vouchers cannot be edited');

export function useAdvanceColumns(): readonly Column<Advance>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(advanceFields, {
        except,
        timeZone,
        today,
        required: ['voucher_number'],
        canEdit: () => inItsDetails,
        save: () => Promise.resolve(),
        overrides: {
          voucher_number: { width: 148, copy: true },
          customer_name: { width: 170 },
          order_number: { width: 168 },
          advance_date: { width: 112 },
          status: {
            sortValue: ({ status }) => statusOrder.indexOf(status),
            render: (advance) => <AdvanceStatus advance={advance} />,
          },
        },
      }).map(({ edit: _edit, ...column }) => column),
    [timeZone, today],
  );
}

export function AdvanceStatus({ advance }: { advance: Pick<Advance, 'status'> }) {
  const status = advanceStatuses.find(({ value }) => value === advance.status);
  return <Badge color={status?.color ?? 'gray'}>{status?.label}</Badge>;
}
