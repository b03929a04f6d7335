import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Vendor, vendorFields } from '../vendors.fields';
import { TermsPanel } from './TermsPanel';
import { useVendorColumns } from './VendorColumns';
import { vendorSections } from './VendorDetails';
import { useVendorDialogs, VendorDialogs } from './VendorDialogs';
import { useVendorsIn } from './vendors.client';

/** A vendor's own page (docs/product/records.md#page). */
export default function VendorPage({ parts }: RecordPageProps) {
  const record = useRecord<Vendor>('vendors');
  const vendors = useVendorsIn(record.list);
  const dialogs = useVendorDialogs(vendors.rows);
  const company = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const columns = useVendorColumns(vendors);
  return (
    <RecordPage
      record={record}
      fields={vendorFields}
      title={(row) => row.company_name}
      about={record.row?.vendor_code}
      actions={dialogs.rowActions}
      columns={columns}
      sections={(row) => vendorSections(row, company, isGst)}
      tabs={
        record.row
          ? [{ value: 'products', label: 'Products', content: <TermsPanel vendor={record.row} /> }]
          : []
      }
      parts={parts}
    >
      <VendorDialogs vendors={vendors} dialogs={dialogs} />
    </RecordPage>
  );
}
