import { RelatedList } from '~/modules/sales/documents/screens/RelatedRecords';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import { PurchaseOrderStatus } from './PurchaseOrderColumns';
import { usePurchaseOrdersOf } from './purchase-orders.client';

/** The purchase orders of a vendor, on its page. */
export default function VendorPurchaseOrders({ id }: Pick<RecordPart, 'id'>) {
  return (
    <RelatedList
      of={usePurchaseOrdersOf(id)}
      noun="Purchase Order"
      plural="Purchase Orders"
      about="Reference"
      hint='Make one with "New Purchase Order" in the list of purchase orders.'
      recordOf={recordOf}
    />
  );
}

const recordOf = (order: PurchaseOrder) => ({
  id: order.id,
  path: '/purchase-orders',
  name: purchaseLabel(order),
  day: order.order_date,
  about: order.reference ?? undefined,
  status: <PurchaseOrderStatus order={order} />,
  amount: order.total_amount,
});
