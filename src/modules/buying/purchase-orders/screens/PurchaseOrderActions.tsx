import { type ComponentType, useMemo, useState } from 'react';
import type { Right } from '~/kit/shared/access';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOpenRecord } from '~/kit/ui/list/useOpenRecord';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { purchaseLabel } from '../purchase-orders.rules';
import { savePurchaseOrderPdf } from './purchase-orders.client';
import { type PurchaseOrderRights, usePurchaseOrderRights } from './rights.client';

const questions = ['send', 'markOrdered', 'close', 'cancel', 'delete'] as const;
const asks = ['edit', 'duplicate', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (order: PurchaseOrder) => void>>;

export interface PurchaseOrderQuestion {
  ask: (typeof questions)[number];
  order: PurchaseOrder;
}

export type PurchaseOrderSubject =
  | { what: 'new' }
  | { what: 'edit'; order: PurchaseOrder }
  | { what: 'copy'; order: PurchaseOrder };

/** An action that a module above adds, such as "Receive", and the dialog that it opens. */
export interface PurchaseOrderExtra {
  action: Omit<RowAction<PurchaseOrder>, 'onClick' | 'isOffered'>;
  right: Right;
  isOffered: (order: PurchaseOrder) => boolean;
  Dialog: ComponentType<{ order: PurchaseOrder | null; onClose: () => void }>;
}

export interface WithExtras {
  /** A constant. */
  extras: readonly PurchaseOrderExtra[];
}

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function usePurchaseOrderDialogs(
  rows: readonly PurchaseOrder[],
  extras: WithExtras['extras'],
) {
  const rights = usePurchaseOrderRights();
  const dialogs = useRecordDialogs(rows, asks, rights);
  const extra = useExtras(rows, extras);
  const { show, openDialog, record: order, recordTo } = dialogs;
  const rowActions = useMemo(
    () => actionsOf(show, rights, extra.actions),
    [show, rights, extra.actions],
  );
  const ask = questions.find((each) => each === openDialog);
  const question: PurchaseOrderQuestion | null = order && ask ? { ask, order } : null;
  const { isCreating } = dialogs;
  const [edited, copied] = [recordTo('edit'), recordTo('duplicate')];
  const subject = useMemo<PurchaseOrderSubject | null>(() => {
    if (isCreating) return { what: 'new' };
    if (edited) return { what: 'edit', order: edited };
    return copied && { what: 'copy', order: copied };
  }, [isCreating, edited, copied]);
  return {
    ...show,
    rights,
    create: rights.canCreate ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    question,
    viewed: recordTo('view'),
    subject,
    extras: extra.dialogs,
  };
}

export type PurchaseOrderDialogsState = ReturnType<typeof usePurchaseOrderDialogs>;

/** The actions that modules above add, as far as the person may take them, and their dialogs. */
function useExtras(rows: readonly PurchaseOrder[], extras: WithExtras['extras']) {
  const { role, rights, workspace_role } = useSession();
  const [open, setOpen] = useState<{ key: string; order: PurchaseOrder } | null>(null);
  const order = useOpenRecord(rows, open && open.order, null);
  const actions = useMemo(
    () =>
      extras.map(({ action, right, isOffered }): RowAction<PurchaseOrder> => {
        const isPermitted = mayHere({ role, rights, workspace_role }, right).ok;
        return {
          ...action,
          isOffered: (each) => isPermitted && isOffered(each),
          onClick: (each) => setOpen({ key: action.key, order: each }),
        };
      }),
    [extras, role, rights, workspace_role],
  );
  const dialogs = extras.map(({ action: { key }, Dialog }) => ({
    key,
    Dialog,
    order: open?.key === key ? order : null,
    onClose: () => setOpen(null),
  }));
  return { actions, dialogs };
}

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
    secondary(
      paperAction(
        'send',
        ({ status }) => (status === 'draft' ? 'Send' : 'Send again'),
        show.send,
        (order) => rights.canSend(order).ok,
      ),
      isNotDraft,
    ),
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
