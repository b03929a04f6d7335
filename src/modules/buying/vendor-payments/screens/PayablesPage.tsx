import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { totalsOf } from '~/modules/billing/receivables/receivables.rules';
import { AgesPage } from '~/modules/billing/receivables/screens/AgesPage';
import { totalsId } from '~/modules/billing/receivables/screens/ReceivableColumns';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { payableFilters } from '../payables.filters';
import { usePayableActions } from './PayableActions';
import { payableColumns } from './PayableColumns';
import { type Creditor, type PayablesList, usePayables } from './vendor-payments.client';

const defaultColumns = [...payableColumns.map(({ key }) => key), actionsKey];
const sortKeys = payableColumns.map(({ key }) => key);
const mostFirst: Sort = { key: 'total', direction: 'desc' };
const view = {
  name: 'payables',
  columns: payableColumns,
  defaultColumns,
  filters: payableFilters,
  sort: mostFirst,
};

/** The balances of vendors by age (docs/product/payables.md#screen). */
export default function PayablesPage() {
  const payables = usePayables();
  const list = useRecordList(payables, view);
  const { rowActions, open, dialogs } = usePayableActions();
  const mayExport = useMay('vendor_payments.export').ok;
  const rows = useMemo(() => withTotals(list.rows), [list.rows]);
  return (
    <AgesPage
      title="Payables"
      subtitle="What is owed to vendors, by age"
      parties="vendors"
      emptyHint="Vendors with unpaid bills or credit appear here."
      ages={payables}
      cards={cardsOf(payables)}
      list={list}
      rows={rows}
      sortKeys={sortKeys}
      rowActions={rowActions}
      mayExport={mayExport}
      onOpen={open}
    >
      {dialogs}
    </AgesPage>
  );
}

/** The last row has the sums of those that are shown. */
function withTotals(rows: readonly Creditor[]): readonly Creditor[] {
  if (rows.length === 0) return rows;
  const msme_due = sumOf(rows.map((row) => row.msme_due));
  const named = { id: totalsId, vendor_id: totalsId, vendor_name: 'Total' };
  return [...rows, { ...named, ...totalsOf(rows), msme_due, msme_limit: null }];
}

function cardsOf({ data, asOf }: PayablesList) {
  const figures = data?.figures;
  const value = (amount: number | undefined) => formatMoney(amount ?? 0, 'INR');
  const day = formatDay(asOf);
  const bad = (amount: number | undefined) => ((amount ?? 0) > 0 ? { tone: 'bad' as const } : {});
  return [
    {
      label: 'Outstanding',
      value: value(figures?.outstanding),
      tooltip: `The unpaid balances of bills on ${day}, before credit`,
    },
    {
      label: 'Overdue',
      value: value(figures?.overdue),
      ...bad(figures?.overdue),
      tooltip: `The balances past their due date on ${day}`,
    },
    {
      label: 'Due This Week',
      value: value(figures?.due_this_week),
      tooltip: `The balances due on ${day} or in the 7 days after`,
    },
    {
      label: 'MSME Due',
      value: value(figures?.msme_due),
      ...bad(figures?.msme_due),
      tooltip: `Balances of micro and small vendors past the limit by law on ${day}`,
    },
  ];
}
