import { useMemo } from 'react';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useListFigures } from '~/modules/organization/company/screens/useListFigures';
import { ComputedFigures, type FigureCards } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Payment } from '../payments.fields';
import type { LongChoices } from '~/modules/sales/documents/lines/long-choices.fields';
import { longChoicesOf, longLists } from '~/modules/sales/documents/lines/long-choices.rules';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { paymentFigures, paymentFilters } from '../payments.filters';
import { usePaymentColumns } from './PaymentColumns';
import { PaymentDialogs, usePaymentDialogs } from './PaymentDialogs';
import { type Payments, usePayments } from './payments.client';

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

const cards: FigureCards<keyof typeof paymentFigures> = [
  { of: 'total', label: 'Total Payments' },
  { of: 'thisMonth', label: 'This Month' },
  { of: 'methods', label: 'Payment Methods', tooltip: 'Number of payment methods used' },
  { of: 'amount', isMoney: true, label: 'Total Amount', tooltip: 'The sum of completed payments' },
];

export default function PaymentsPage() {
  const payments = usePayments();
  const figures = useListFigures(payments, '/payments/figures', paymentFigures);
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
        onClick: dialogs.create,
      }}
      figures={<ComputedFigures list={list} figures={figures} cards={cards} />}
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
