import { useCompany } from '~/modules/organization/company/screens/settings.client';
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
export default function QuotationPage({ parts }: RecordPageProps) {
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
      title={quotationLabel}
      about={
        row ? (
          <>
            {row.customer_name} <QuotationStatus quotation={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => quotationSections(shown, { company, show: dialogs })}
      parts={parts}
    >
      <QuotationDialogs quotations={quotations} dialogs={dialogs} />
    </RecordPage>
  );
}
