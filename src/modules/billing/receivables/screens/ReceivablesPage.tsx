import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { StatCard } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { receivableFilters } from '../receivables.filters';
import { totalsOf } from '../receivables.rules';
import { agesCards, AgesPage } from './AgesPage';
import { useReceivableActions } from './ReceivableActions';
import { receivableColumns, totalsId } from './ReceivableColumns';
import { type Debtor, type ReceivablesList, useReceivables } from './receivables.client';

const defaultColumns = [...receivableColumns.map(({ key }) => key), actionsKey];
const sortKeys = receivableColumns.map(({ key }) => key);
const mostFirst: Sort = { key: 'total', direction: 'desc' };
const view = {
  name: 'receivables',
  columns: receivableColumns,
  defaultColumns,
  filters: receivableFilters,
  sort: mostFirst,
};

/** The balances of customers by age (docs/product/receivables.md#screen). */
export default function ReceivablesPage() {
  const receivables = useReceivables();
  const list = useRecordList(receivables, view);
  const { rowActions, open, dialogs } = useReceivableActions();
  const mayExport = useMay('receipts.export').ok;
  const rows = useMemo(() => withTotals(list.rows), [list.rows]);
  return (
    <AgesPage
      title="Receivables"
      subtitle="Outstanding invoices by customer and age"
      parties="customers"
      emptyHint="Customers with unpaid invoices or credit appear here."
      ages={receivables}
      cards={cardsOf(receivables)}
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
function withTotals(rows: readonly Debtor[]): readonly Debtor[] {
  if (rows.length === 0) return rows;
  const sums = { id: totalsId, customer_id: totalsId, customer_name: 'Total', ...totalsOf(rows) };
  return [...rows, sums];
}

function cardsOf({ data, asOf }: ReceivablesList): readonly StatCard[] {
  return [
    ...agesCards('invoices', data?.figures, asOf),
    {
      label: 'Collected This Month',
      value: formatMoney(data?.figures.collected_this_month ?? 0, 'INR'),
      tooltip: `Completed payments of the month up to ${formatDay(asOf)}, without TDS and round-off`,
    },
  ];
}
