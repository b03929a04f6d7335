import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Quotation, quotationFields } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { useQuotationDialogs } from './QuotationActions';
import { QuotationStatus, useQuotationColumns } from './QuotationColumns';
import { quotationSections } from './QuotationDetails';
import { QuotationDialogs } from './QuotationDialogs';
import { useQuotationsIn } from './quotations.client';

/** A quotation's own page (docs/product/records.md#page). */
export function QuotationPage({ parts }: RecordPageProps) {
  const record = useRecord<Quotation>('quotations', ['customers', 'leads', 'orders']);
  const quotations = useQuotationsIn(record.list);
  const dialogs = useQuotationDialogs(quotations.rows);
  const company = useCompany();
  const columns = useQuotationColumns(quotations);
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={quotationFields}
      title={row && quotationLabel(row)}
      about={
        row ? (
          <>
            {row.customer_name} <QuotationStatus quotation={row} />
          </>
        ) : null
      }
      actions={row ? <RecordActions row={row} actions={dialogs.rowActions} /> : null}
      details={
        row ? (
          <EditableDetails
            row={row}
            columns={columns}
            sections={quotationSections(row, { company, show: dialogs })}
          />
        ) : null
      }
      parts={parts}
    >
      <QuotationDialogs quotations={quotations} dialogs={dialogs} />
    </RecordPage>
  );
}
