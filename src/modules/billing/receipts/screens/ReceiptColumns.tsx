import { useMemo } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Receipt, receiptFields, receiptStatuses } from '../receipts.fields';

const except = [
  'id',
  'customer_id',
  'customer_phone',
  'advance_id',
  'created_by',
  'workspace_id',
] as const;

export function useReceiptColumns(): readonly Column<Receipt>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(receiptFields, {
        except,
        timeZone,
        today,
        required: ['receipt_number'],
        overrides: {
          receipt_number: { width: 156, copy: true },
          customer_name: { width: 164 },
          receipt_date: { width: 112 },
          payment_method: { width: 104 },
          reference_number: { width: 140 },
          amount: { width: 112 },
          tds_amount: { width: 104 },
          unallocated: { width: 108 },
        },
      }),
    [timeZone, today],
  );
}

export function ReceiptStatus({ receipt }: { receipt: Pick<Receipt, 'status'> }) {
  return <ChoiceBadge choices={receiptStatuses} value={receipt.status} />;
}
