import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Payment } from '../payments.fields';
import type { LongChoices } from '~/modules/sales/documents/lines/long-choices.fields';
import { longChoicesOf, longLists } from '~/modules/sales/documents/lines/long-choices.rules';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { paymentFilters } from '../payments.filters';
import { usePaymentColumns } from './PaymentColumns';
import { PaymentDialogs, usePaymentDialogs } from './PaymentDialogs';
import { type Payments, usePaymentFigures, usePayments } from './payments.client';

const defaultColumns = [
  'id',
  'invoice_number',
  'customer_name',
  'amount',
  'payment_method',
  'payment_date',
  'status',
  'reference_number',
  'notes',
  'created_at',
  actionsKey,
];
const sortKeys = [
  'payment_date',
  'amount',
  'customer_name',
  'invoice_number',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'payment_date', direction: 'desc' };
const isFailed = (payment: Payment) => payment.status === 'failed';

export default function PaymentsPage() {
  const payments = usePayments();
  const figures = usePaymentFigures(payments);
  const list = usePaymentList(payments, longChoicesOf(figures.data));
  const dialogs = usePaymentDialogs(payments.rows);
  return (
    <ListPage
      of="payments"
      title="Payment Management"
      subtitle="Track and manage payment transactions"
      records={payments}
      list={list}
      create={{
        label: 'Record Payment',
        first: 'Record Your First Payment',
        onClick: dialogs.canCreate ? dialogs.record : null,
      }}
      figures={<Figures figures={figures} shown={filteredCount(list)} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Payments from customers for invoices appear here."
      onOpenRow={dialogs.view}
      isRowMuted={isFailed}
    >
      <PaymentDialogs payments={payments} dialogs={dialogs} />
    </ListPage>
  );
}

function usePaymentList(payments: Payments, long: LongChoices | null) {
  const columns = usePaymentColumns(payments);
  const filters = useMemo(() => withChoices(paymentFilters, longLists(long)), [long]);
  const view = { name: 'payments', columns, defaultColumns, filters, sort: newestFirst };
  return useRecordList(payments, view, useCompany());
}

function Figures({
  figures: { data, state },
  shown,
}: {
  figures: ReturnType<typeof usePaymentFigures>;
  shown: number | null;
}) {
  const figures = data ?? { total: 0, thisMonth: 0, methods: 0, amount: 0 };
  const cards = [
    {
      label: 'Total Payments',
      value: String(figures.total),
      ...(shown === null ? {} : { hint: `(${shown} shown)` }),
    },
    { label: 'This Month', value: String(figures.thisMonth) },
    {
      label: 'Payment Methods',
      value: String(figures.methods),
      tooltip: 'Number of payment methods used',
    },
    {
      label: 'Total Amount',
      value: formatMoney(figures.amount, 'INR'),
      tooltip: 'The sum of completed payments',
    },
  ];
  return <StatCards cards={cards} state={data ? 'ready' : state} />;
}
