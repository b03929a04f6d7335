import { useMemo } from 'react';
import { refused } from '~/kit/shared/verdict';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Receipt, receiptFields, receiptStatuses } from '../receipts.fields';

const except = ['id', 'customer_id', 'advance_id', 'created_by', 'workspace_id'] as const;

const readOnly = refused('receipt.cancelled', 'Receipts cannot be edited');

export function useReceiptColumns(): readonly Column<Receipt>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(receiptFields, {
        except,
        timeZone,
        today,
        required: ['receipt_number'],
        canEdit: () => readOnly,
        save: () => Promise.resolve(),
        overrides: {
          receipt_number: { width: 156, copy: true },
          customer_name: { width: 164 },
          receipt_date: { width: 112 },
          payment_method: { width: 104 },
          reference_number: { width: 140 },
          amount: { width: 112 },
          tds_amount: { width: 104 },
          unallocated: { width: 108 },
          status: { render: (receipt) => <ReceiptStatus receipt={receipt} /> },
        },
      }).map(({ edit: _edit, ...column }) => column),
    [timeZone, today],
  );
}

export function ReceiptStatus({ receipt }: { receipt: Pick<Receipt, 'status'> }) {
  const status = receiptStatuses.find(({ value }) => value === receipt.status);
  return <Badge color={status?.color ?? 'gray'}>{status?.label}</Badge>;
}
