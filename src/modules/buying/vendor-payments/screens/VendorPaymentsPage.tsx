import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { VendorPayment } from '../vendor-payments.fields';
import { vendorPaymentFigures, vendorPaymentFilters } from '../vendor-payments.filters';
import { BankFileButton } from './BankFileButton';
import { useVendorPaymentDialogs } from './VendorPaymentActions';
import { useVendorPaymentColumns } from './VendorPaymentColumns';
import { VendorPaymentDialogs } from './VendorPaymentDialogs';
import { useVendorPayments, type VendorPayments } from './vendor-payments.client';

const defaultColumns = [
  'payment_number',
  'vendor_name',
  'payment_date',
  'payment_method',
  'reference_number',
  'amount',
  'unallocated',
  'status',
  actionsKey,
];
const sortKeys = [
  'created_at',
  'payment_number',
  'vendor_name',
  'payment_date',
  'amount',
  'unallocated',
  'status',
];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isCancelled = ({ status }: VendorPayment) => status === 'cancelled';

/** The list of payments to vendors (docs/product/vendor-payments.md#screen). */
export default function VendorPaymentsPage() {
  const payments = useVendorPayments();
  const columns = useVendorPaymentColumns();
  const company = useCompany();
  const dialogs = useVendorPaymentDialogs(payments.rows);
  const view = {
    name: 'vendor_payments',
    columns,
    defaultColumns,
    filters: vendorPaymentFilters,
    sort: newestFirst,
  };
  const list = useRecordList(payments, view, company);
  return (
    <ListPage
      of="vendor_payments"
      subtitle="Pay many bills at once"
      records={payments}
      list={list}
      menu={
        <>
          <BankFileButton rows={list.rows} />
          <ColumnChooser choice={list.choice} />
        </>
      }
      create={{
        label: 'Record Payment',
        first: 'Record Your First Payment',
        onClick: dialogs.record,
      }}
      figures={<Figures payments={payments} shown={filteredCount(list)} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Record one sum that pays many bills of a vendor."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <VendorPaymentDialogs payments={payments} dialogs={dialogs} />
    </ListPage>
  );
}

function Figures({ payments, shown }: { payments: VendorPayments; shown: number | null }) {
  const figures = useFiguresOf(payments.rows, vendorPaymentFigures);
  return (
    <StatCards
      state={payments.state}
      cards={[
        {
          label: 'Total Payments',
          value: formatNumber(figures.total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        {
          label: 'Paid This Month',
          value: formatMoney(figures.thisMonth, 'INR'),
          tooltip: 'The money of completed payments',
        },
        {
          label: 'Advances',
          value: formatMoney(figures.advances, 'INR'),
          tooltip: 'The part of completed payments that is left for bills',
        },
      ]}
    />
  );
}
