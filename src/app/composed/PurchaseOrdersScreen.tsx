import { PurchaseOrdersPage } from '~/modules/buying/purchase-orders/screens/PurchaseOrdersPage';
import { extras } from './purchaseOrderParts';

export default function PurchaseOrdersScreen() {
  return <PurchaseOrdersPage extras={extras} />;
}
