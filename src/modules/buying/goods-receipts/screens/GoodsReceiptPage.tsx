import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type GoodsReceipt, goodsReceiptFields } from '../goods-receipts.fields';
import { useReceiptsIn } from './goods-receipts.client';
import { useReceiptDialogs } from './ReceiptActions';
import { ReceiptStatus, useReceiptColumns } from './ReceiptColumns';
import { receiptSections } from './ReceiptDetails';
import { ReceiptDialogs } from './ReceiptDialogs';

/** A goods receipt's own page (docs/product/records.md#page). */
export default function GoodsReceiptPage({ parts }: RecordPageProps) {
  const record = useRecord<GoodsReceipt>('goods_receipts', ['vendors', 'purchase_orders']);
  const receipts = useReceiptsIn(record.list);
  const dialogs = useReceiptDialogs(receipts.rows);
  const columns = useReceiptColumns();
  const company = useCompany();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={goodsReceiptFields}
      title={(shown) => shown.goods_receipt_number}
      about={
        row ? (
          <>
            {row.purchase_number}, {row.vendor_name} <ReceiptStatus receipt={row} />
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
