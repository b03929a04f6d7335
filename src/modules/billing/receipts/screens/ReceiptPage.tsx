import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Receipt, receiptFields } from '../receipts.fields';
import { useReceiptDialogs } from './ReceiptActions';
import { ReceiptStatus, useReceiptColumns } from './ReceiptColumns';
import { receiptSections } from './ReceiptDetails';
import { ReceiptDialogs } from './ReceiptDialogs';
import { useReceiptsIn } from './receipts.client';

/** A receipt's own page (docs/product/records.md#page). */
export default function ReceiptPage({ parts }: RecordPageProps) {
  const record = useRecord<Receipt>('receipts', ['advances', 'customers']);
  const receipts = useReceiptsIn(record.list);
  const dialogs = useReceiptDialogs(receipts.rows);
  const columns = useReceiptColumns();
  const company = useCompany();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={receiptFields}
      title={(row) => row.receipt_number}
      about={
        row ? (
          <>
            {row.customer_name} <ReceiptStatus receipt={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => receiptSections(shown, company)}
      parts={parts}
    >
      <ReceiptDialogs receipts={receipts} dialogs={dialogs} />
    </RecordPage>
  );
}
