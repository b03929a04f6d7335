import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { VendorPayment } from '../vendor-payments.fields';
import { vendorPaymentFigures, vendorPaymentFilters } from '../vendor-payments.filters';
import { BankFileButton } from './BankFileButton';
import { useVendorPaymentDialogs } from './VendorPaymentActions';
import { useVendorPaymentColumns } from './VendorPaymentColumns';
import { VendorPaymentDialogs } from './VendorPaymentDialogs';
import { useVendorPayments } from './vendor-payments.client';

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

const cards: FigureCards<keyof typeof vendorPaymentFigures> = [
  { of: 'total', label: 'Total Payments' },
  {
    of: 'thisMonth',
    isMoney: true,
    label: 'Paid This Month',
    tooltip: 'The money of completed payments',
  },
  {
    of: 'advances',
    isMoney: true,
    label: 'Advances',
    tooltip: 'The part of completed payments that is left for bills',
  },
];

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
      menu={<BankFileButton rows={list.rows} />}
      create={{
        label: 'Record Payment',
        first: 'Record Your First Payment',
        onClick: dialogs.create,
      }}
      figures={
        <ListFigures list={list} records={payments} of={vendorPaymentFigures} cards={cards} />
      }
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
