import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { StatCard } from '~/kit/ui/elements/StatCards';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { receivableFilters } from '../receivables.filters';
import { totalsOf } from '../receivables.rules';
import { agesCards, AgesPage, agesView } from './AgesPage';
import { useReceivableActions } from './ReceivableActions';
import { receivableColumns, totalsId } from './ReceivableColumns';
import { type Debtor, type ReceivablesList, useReceivables } from './receivables.client';

const view = agesView('receivables', receivableColumns, receivableFilters);

/** The balances of customers by age (docs/product/receivables.md#screen). */
export default function ReceivablesPage() {
  const receivables = useReceivables();
  return (
    <AgesPage
      title="Receivables"
      subtitle="Outstanding invoices by customer and age"
      parties="customers"
      emptyHint="Customers with unpaid invoices or credit appear here."
      ages={receivables}
      cards={cardsOf(receivables)}
      view={view}
      totalOf={totalOf}
      actions={useReceivableActions()}
      mayExport={useMay('receipts.export').ok}
    />
  );
}

function totalOf(rows: readonly Debtor[]): Debtor {
  return { id: totalsId, customer_id: totalsId, customer_name: 'Total', ...totalsOf(rows) };
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
