import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { formatMoney } from '~/kit/shared/money/money';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import type { Payment } from '../payments.fields';
import type { LongChoices } from '~/modules/sales/documents/long-choices.fields';
import { longChoicesOf } from '~/modules/sales/documents/long-choices.rules';
import { paymentFilters, paymentFiltersOf } from '../payments.filters';
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
  const { today } = useCompany();
  const fileName = useMay('payments.export').ok ? `payments-${today}` : undefined;
  const figures = usePaymentFigures(payments);
  const list = usePaymentList(payments, longChoicesOf(figures.data));
  const dialogs = usePaymentDialogs(payments.rows);
  useMissingRecord('/payments', 'Payment', payments);
  return (
    <Page
      fill
      title="Payment Management"
      subtitle="Track and manage payment transactions"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={dialogs.canCreate ? dialogs.record : null}>Record Payment</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <Figures figures={figures} shown={list.isFiltered ? (list.long ?? list.rows).length : null} />
      <RecordTools list={list} label="Search payments" />
      <RecordTable
        list={list}
        label="Payments"
        rowActions={dialogs.rowActions}
        emptyHint="Payments from customers for invoices appear here."
        emptyAction={
          dialogs.canCreate ? (
            <Button onClick={dialogs.record}>Record Your First Payment</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isFailed}
      />
      <RecordFilters list={list} counted="payments" sortKeys={sortKeys} fileName={fileName} />
      <PaymentDialogs payments={payments} dialogs={dialogs} />
    </Page>
  );
}

function usePaymentList(payments: Payments, long: LongChoices | null) {
  const { today } = useCompany();
  const columns = usePaymentColumns(payments);
  const filters = useMemo(() => (long ? paymentFiltersOf(long) : paymentFilters), [long]);
  const view = { name: 'payments', columns, defaultColumns, filters, sort: newestFirst };
  return useRecordList(payments, view, { today });
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
