import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Vendor, vendorFields } from '../vendors.fields';
import { useVendorColumns } from './VendorColumns';
import { vendorSections } from './VendorDetails';
import { useVendorDialogs, VendorDialogs } from './VendorDialogs';
import { useTerms, useVendorsIn } from './vendors.client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { Panel } from '~/kit/ui/elements/Panel';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Terms } from '../terms.fields';
import { TermsTable } from './TermsTable';

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

const TermsForm = lazyDialog('items', () => import('./TermsForm'));

/** What a vendor sells, on its page; it is edited in a dialog (docs/product/vendors.md#terms). */
function TermsPanel({ vendor }: { vendor: Vendor }) {
  const { data, retry } = useTerms(vendor.id);
  const [opened, setOpened] = useState<readonly Terms[] | null>(null);
  const mayUpdate = useMay('vendors.update').ok;
  return (
    <Panel padded>
      <TermsTable of={vendor.id} />
      {mayUpdate && data ? (
        <Button variant="default" mt="sm" onClick={() => setOpened(data)}>
          Edit Products
        </Button>
      ) : null}
      <TermsForm vendor={vendor} items={opened} onSaved={retry} onClose={() => setOpened(null)} />
    </Panel>
  );
}
