import { enterBill } from '~/modules/buying/bills/screens/EnterBill';
import { receiveAction } from '~/modules/buying/goods-receipts/screens/ReceiveAction';
import type { WithExtras } from '~/modules/buying/purchase-orders/screens/PurchaseOrderActions';

/** What modules above add to purchase orders, such as "Receive": in their list and on their pages. */
export const extras: WithExtras['extras'] = [receiveAction, enterBill];
