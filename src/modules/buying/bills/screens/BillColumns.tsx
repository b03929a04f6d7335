import { useMemo } from 'react';
import { Badge, Badges, ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { NotedDay } from '~/modules/sales/documents/screens/NotedDay';
import { type Bill, billFields, billStatuses } from '../bills.fields';

const except = [
  'id',
  'vendor_id',
  'purchase_order_id',
  'corrects_id',
  'discount_percent',
  'discount_amount',
  'created_by',
] as const;

const statusOrder = billStatuses.map(({ value }) => value);

export function useBillColumns(): readonly Column<Bill>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(billFields, {
        except,
        timeZone,
        today,
        required: ['voucher_number'],
        overrides: {
          voucher_number: { width: 156, copy: true },
          vendor_name: { width: 180 },
          bill_number: { width: 140, copy: true },
          status: {
            width: 140,
            sortValue: ({ status }) => statusOrder.indexOf(status),
            render: (bill) => <BillStatus bill={bill} />,
          },
          due_date: { width: 136, least: 136, render: (bill) => <DueDate bill={bill} /> },
          total_amount: { width: 120 },
          balance_due: { width: 120 },
          tax_rate: { text: ({ tax_rate }) => `${tax_rate}%` },
        },
      }).map(({ edit: _edit, ...column }) => column),
    [timeZone, today],
  );
}

export function DueDate({ bill }: { bill: Pick<Bill, 'due_date' | 'is_due_late'> }) {
  const note = bill.is_due_late ? 'Past the MSME limit' : null;
  return <NotedDay day={bill.due_date} note={note} tone="late" />;
}

export function BillStatus({ bill }: { bill: Pick<Bill, 'status' | 'kind'> }) {
  return (
    <Badges>
      <ChoiceBadge choices={billStatuses} value={bill.status} />
      {bill.kind === 'credit' ? <Badge color="blue">Credit</Badge> : null}
    </Badges>
  );
}
