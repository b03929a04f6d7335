import { enterBill } from '~/modules/buying/bills/screens/EnterBill';
import { receiveAction } from '~/modules/buying/goods-receipts/screens/ReceiveAction';
import type { PurchaseOrder } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { Extra } from '~/modules/records/records/screens/Extras';

/** What modules above add to purchase orders, such as "Receive": in their list and on their pages. */
export const extras: readonly Extra<PurchaseOrder>[] = [receiveAction, enterBill];
