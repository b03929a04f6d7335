import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import type { WithExtras } from '~/modules/records/records/screens/Extras';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type PurchaseOrder, purchaseOrderFields } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import { usePurchaseOrderDialogs } from './PurchaseOrderActions';
import { PurchaseOrderStatus, usePurchaseOrderColumns } from './PurchaseOrderColumns';
import { purchaseOrderSections } from './PurchaseOrderDetails';
import { PurchaseOrderDialogs } from './PurchaseOrderDialogs';
import { usePurchaseOrdersIn } from './purchase-orders.client';

/** A purchase order's own page (docs/product/records.md#page). */
export default function PurchaseOrderPage({
  parts,
  ...above
}: RecordPageProps & WithExtras<PurchaseOrder>) {
  const record = useRecord<PurchaseOrder>('purchase_orders', ['vendors']);
  const orders = usePurchaseOrdersIn(record.list);
  const dialogs = usePurchaseOrderDialogs(orders.rows, above);
  const company = useCompany();
  const columns = usePurchaseOrderColumns(orders);
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={purchaseOrderFields}
      title={purchaseLabel}
      about={
        row ? (
          <>
            {row.vendor_name} <PurchaseOrderStatus order={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => purchaseOrderSections(shown, { company, show: dialogs })}
      parts={parts}
    >
      <PurchaseOrderDialogs orders={orders} dialogs={dialogs} />
    </RecordPage>
  );
}
