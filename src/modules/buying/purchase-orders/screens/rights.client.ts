import { useMemo } from 'react';
import type { Verdict } from '~/kit/shared/verdict';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PurchaseOrder } from '../purchase-orders.fields';
import {
  canCancel,
  canClose,
  canDelete,
  canEdit,
  canSend,
  canTakeStatus,
} from '../purchase-orders.rules';

/** What the person may do with purchase orders (docs/product/roles.md#rights). */
export function usePurchaseOrderRights() {
  const [create, update, remove] = [
    useMay('purchase_orders.create'),
    useMay('purchase_orders.update'),
    useMay('purchase_orders.delete'),
  ];
  return useMemo(() => {
    const asFar =
      (right: Verdict, rule: (order: PurchaseOrder) => Verdict) => (row: PurchaseOrder) =>
        right.ok ? rule(row) : right;
    return {
      canCreate: create.ok,
      /** Of the field `name`. */
      canAmend: (order: PurchaseOrder, name: string) =>
        update.ok ? canEdit(order, [name]) : update,
      canTake: (order: PurchaseOrder, status: PurchaseOrder['status']) =>
        update.ok && canTakeStatus(order, status).ok,
      canEdit: asFar(update, (order) => canEdit(order, ['notes'])),
      canSend: asFar(update, canSend),
      canMarkOrdered: asFar(update, (order) => canTakeStatus(order, 'ordered')),
      canClose: asFar(update, canClose),
      canCancel: asFar(update, canCancel),
      canDelete: asFar(remove, canDelete),
    };
  }, [create, update, remove]);
}

export type PurchaseOrderRights = ReturnType<typeof usePurchaseOrderRights>;
