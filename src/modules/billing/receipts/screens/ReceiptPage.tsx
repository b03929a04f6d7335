import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Receipt, receiptFields } from '../receipts.fields';
import { useReceiptDialogs } from './ReceiptActions';
import { ReceiptStatus, useReceiptColumns } from './ReceiptColumns';
import { receiptSections } from './ReceiptDetails';
import { ReceiptDialogs } from './ReceiptDialogs';
import { useReceiptsIn } from './receipts.client';

/** A receipt's own page (docs/product/records.md#page). */
export function ReceiptPage({ parts }: RecordPageProps) {
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
      title={row?.receipt_number ?? null}
      about={
        row ? (
          <>
            {row.customer_name} <ReceiptStatus receipt={row} />
          </>
        ) : null
      }
      actions={row ? <RecordActions row={row} actions={dialogs.rowActions} /> : null}
      details={
        row ? (
          <EditableDetails row={row} columns={columns} sections={receiptSections(row, company)} />
        ) : null
      }
      parts={parts}
    >
      <ReceiptDialogs receipts={receipts} dialogs={dialogs} />
    </RecordPage>
  );
}
