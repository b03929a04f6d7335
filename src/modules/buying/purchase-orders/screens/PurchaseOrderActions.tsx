import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useCopyDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useExtras, type WithExtras } from '~/modules/records/records/screens/Extras';
import { paperAction, sendAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import { savePurchaseOrderPdf } from './purchase-orders.client';
import { type PurchaseOrderRights, usePurchaseOrderRights } from './rights.client';

const questions = ['send', 'markOrdered', 'close', 'cancel', 'delete'] as const;
const asks = ['edit', 'duplicate', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (order: PurchaseOrder) => void>>;

export type PurchaseOrderQuestion = RecordQuestion<PurchaseOrder, (typeof questions)[number]>;

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function usePurchaseOrderDialogs(
  rows: readonly PurchaseOrder[],
  above: WithExtras<PurchaseOrder>,
) {
  const rights = usePurchaseOrderRights();
  const dialogs = useCopyDialogs(rows, asks, rights);
  const extra = useExtras(rows, above);
  const { show } = dialogs;
  const rowActions = useMemo(
    () => actionsOf(show, rights, extra.actions),
    [show, rights, extra.actions],
  );
  return {
    ...dialogs,
    rowActions,
    question: dialogs.questionAmong(questions),
    extra,
  };
}

export type PurchaseOrderDialogsState = ReturnType<typeof usePurchaseOrderDialogs>;

const isNotDraft = ({ status }: PurchaseOrder) => status !== 'draft';

function actionsOf(
  show: Show,
  rights: PurchaseOrderRights,
  extras: readonly RowAction<PurchaseOrder>[],
): readonly RowAction<PurchaseOrder>[] {
  return [
    viewAction(show.view),
    secondary(
      editAction(show.edit, (order) => rights.canEdit(order).ok),
      isNotDraft,
    ),
    sendAction(show.send, (order) => rights.canSend(order).ok),
    secondary({
      ...paperAction<PurchaseOrder>(
        'markSent',
        'Mark as Ordered',
        show.markOrdered,
        (order) => order.status === 'draft' && rights.canMarkOrdered(order).ok,
      ),
      key: 'markOrdered',
    }),
    ...extras,
    secondary(paperAction('close', 'Close', show.close, (order) => rights.canClose(order).ok)),
    secondary(paperAction('download', 'Download', (order) => void savePurchaseOrderPdf(order))),
    shareAction((row) => ['Purchase order', purchaseLabel(row), `/purchase-orders/${row.id}/pdf`]),
    secondary(paperAction('duplicate', 'Duplicate', show.duplicate, () => rights.canCreate)),
    paperAction('cancel', 'Cancel', show.cancel, (order) => rights.canCancel(order).ok),
    deleteAction(show.delete, (order) => rights.canDelete(order).ok),
  ];
}
