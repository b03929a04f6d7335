import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Invoice, invoiceFields } from '../invoices.fields';
import { useInvoiceDialogs } from './InvoiceActions';
import { InvoiceStatus, useInvoiceColumns } from './InvoiceColumns';
import { invoiceSections, type PortalParts } from './InvoiceDetails';
import { InvoiceDialogs, type PaymentParts } from './InvoiceDialogs';
import { useInvoicesIn } from './invoices.client';

interface Props extends RecordPageProps {
  payments: PaymentParts;
  portals: PortalParts;
}

/** An invoice's own page (docs/product/records.md#page). */
export default function InvoicePage({ parts, payments, portals }: Props) {
  const record = useRecord<Invoice>('invoices', ['payments', 'credit_notes', 'customers']);
  const invoices = useInvoicesIn(record.list);
  const dialogs = useInvoiceDialogs(invoices);
  const company = useCompany();
  const around = { company, taxMode: useSettings().tax_mode };
  const columns = useInvoiceColumns(invoices, dialogs.cancel);
  const { rights } = dialogs;
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={invoiceFields}
      title={(row) => row.invoice_number}
      about={
        row ? (
          <>
            {row.customer_name} <InvoiceStatus invoice={row} today={company.today} />
          </>
        ) : null
      }
      actions={dialogs.pageActions}
      columns={columns}
      sections={(shown) =>
        invoiceSections(shown, { ...around, payments, portals, show: dialogs, rights })
      }
      parts={parts}
    >
      <InvoiceDialogs invoices={invoices} dialogs={dialogs} payments={payments} portals={portals} />
    </RecordPage>
  );
}
