import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { StatCard } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { totalsOf } from '~/modules/billing/receivables/receivables.rules';
import { agesCards, AgesPage } from '~/modules/billing/receivables/screens/AgesPage';
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

function cardsOf({ data, asOf }: PayablesList): readonly StatCard[] {
  const msmeDue = data?.figures.msme_due ?? 0;
  return [
    ...agesCards('bills', data?.figures, asOf),
    {
      label: 'MSME Due',
      value: formatMoney(msmeDue, 'INR'),
      ...(msmeDue > 0 ? { tone: 'bad' } : {}),
      tooltip: `Balances of micro and small vendors past the limit by law on ${formatDay(asOf)}`,
    },
  ];
}
