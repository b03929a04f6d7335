import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type VendorPayment, vendorPaymentFields } from '../vendor-payments.fields';
import { useVendorPaymentDialogs } from './VendorPaymentActions';
import { useVendorPaymentColumns, VendorPaymentStatus } from './VendorPaymentColumns';
import { vendorPaymentSections } from './VendorPaymentDetails';
import { VendorPaymentDialogs } from './VendorPaymentDialogs';
import { useVendorPaymentsIn } from './vendor-payments.client';

/** The page of a payment to a vendor (docs/product/records.md#page). */
export default function VendorPaymentPage({ parts }: RecordPageProps) {
  const record = useRecord<VendorPayment>('vendor_payments', ['vendors', 'bills']);
  const payments = useVendorPaymentsIn(record.list);
  const dialogs = useVendorPaymentDialogs(payments.rows);
  const columns = useVendorPaymentColumns();
  const company = useCompany();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={vendorPaymentFields}
      title={({ payment_number }) => payment_number}
      about={
        row ? (
          <>
            {row.vendor_name} <VendorPaymentStatus payment={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => vendorPaymentSections(shown, company)}
      parts={parts}
    >
      <VendorPaymentDialogs payments={payments} dialogs={dialogs} />
    </RecordPage>
  );
}
