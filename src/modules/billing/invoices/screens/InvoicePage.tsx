import { IconFileDiff, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import type { Invoice } from '../invoices.fields';
import { type InvoiceDialogsState, useInvoiceDialogs } from './InvoiceActions';
import { InvoiceStatus, useInvoiceColumns } from './InvoiceColumns';
import { invoiceSections, type PortalParts } from './InvoiceDetails';
import { InvoiceDialogs, type PaymentParts } from './InvoiceDialogs';
import { printInvoice } from './invoice-print.client';
import { useInvoicesIn } from './invoices.client';

interface Props extends RecordPageProps {
  payments: PaymentParts;
  portals: PortalParts;
}

/** An invoice's own page (docs/product/records.md#page). */
export function InvoicePage({ parts, payments, portals }: Props) {
  const record = useRecord<Invoice>('invoices', ['payments', 'credit_notes', 'customers']);
  const invoices = useInvoicesIn(record.list);
  const dialogs = useInvoiceDialogs(invoices);
  const company = useCompany();
  const around = { company, taxMode: useSettings().tax_mode };
  const actions = usePageActions(dialogs);
  const columns = useInvoiceColumns(invoices);
  const { row } = record;
  const { rights } = dialogs;
  return (
    <RecordPage
      record={record}
      title={row?.invoice_number ?? null}
      about={
        row ? (
          <>
            {row.customer_name} <InvoiceStatus invoice={row} today={company.today} />
          </>
        ) : null
      }
      actions={row ? <RecordActions row={row} actions={actions} /> : null}
      details={
        row ? (
          <EditableDetails
            row={row}
            columns={columns}
            sections={invoiceSections(row, { ...around, payments, portals, show: dialogs, rights })}
          />
        ) : null
      }
      parts={parts}
    >
      <InvoiceDialogs invoices={invoices} dialogs={dialogs} payments={payments} portals={portals} />
    </RecordPage>
  );
}

/** What its row offers in the list, and what only its details do. */
function usePageActions({
  rowActions,
  rights,
  correct,
}: InvoiceDialogsState): readonly RowAction<Invoice>[] {
  const { today } = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  return useMemo(
    () => [
      ...rowActions,
      {
        key: 'print',
        label: () => 'Print',
        icon: <IconPrinter size={16} />,
        onClick: (invoice) => printInvoice(invoice, today),
      },
      {
        key: 'correct',
        label: () => 'Correct Invoice',
        icon: <IconFileDiff size={16} />,
        onClick: correct,
        isOffered: (invoice) => isGst && rights.canCorrect(invoice).ok,
      },
    ],
    [rowActions, rights, correct, today, isGst],
  );
}
