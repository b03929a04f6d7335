import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { Column } from '~/kit/ui/columns/tableColumn';
import type { StatCard } from '~/kit/ui/elements/StatCards';
import { ageLabels, ageNames } from '~/modules/billing/receivables/receivables.fields';
import { totalsOf } from '~/modules/billing/receivables/receivables.rules';
import { agesCards, AgesPage, agesView } from '~/modules/billing/receivables/screens/AgesPage';
import {
  ageColumn,
  partyColumn,
  totalsId,
} from '~/modules/billing/receivables/screens/ReceivableColumns';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { payableFilters } from '../payables.filters';
import { usePayableActions } from './PayableActions';
import { type Creditor, type PayablesList, usePayables } from './vendor-payments.client';

const payableColumns: readonly Column<Creditor>[] = [
  partyColumn('vendors', 'vendor_name', 'Vendor'),
  ...ageNames.map((name) => ageColumn(name, ageLabels[name])),
  ageColumn('credit', 'Credit'),
  ageColumn('total', 'Total', 124),
  ageColumn('msme_due', 'MSME Due'),
  {
    key: 'msme_limit',
    title: 'MSME Limit',
    width: 104,
    least: 96,
    sortValue: ({ msme_limit }) => msme_limit ?? '',
    text: ({ msme_limit }) => (msme_limit === null ? '' : formatDay(msme_limit)),
    narrowText: ({ msme_limit }) =>
      msme_limit === null ? '' : `MSME limit ${formatDay(msme_limit)}`,
  },
];

const view = agesView('payables', payableColumns, payableFilters);

/** The balances of vendors by age (docs/product/payables.md#screen). */
export default function PayablesPage() {
  const payables = usePayables();
  return (
    <AgesPage
      title="Payables"
      subtitle="What is owed to vendors, by age"
      parties="vendors"
      emptyHint="Vendors with unpaid bills or credit appear here."
      ages={payables}
      cards={cardsOf(payables)}
      view={view}
      totalOf={totalOf}
      actions={usePayableActions()}
      mayExport={useMay('vendor_payments.export').ok}
    />
  );
}

function totalOf(rows: readonly Creditor[]): Creditor {
  const msme_due = sumOf(rows.map((row) => row.msme_due));
  const named = { id: totalsId, vendor_id: totalsId, vendor_name: 'Total' };
  return { ...named, ...totalsOf(rows), msme_due, msme_limit: null };
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
