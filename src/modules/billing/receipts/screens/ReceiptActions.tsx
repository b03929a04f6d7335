import { useMemo } from 'react';
import { editAction, viewAction } from '~/kit/ui/grid/RowActions';
import { useOwnFields } from '~/kit/ui/calls/own-fields';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import { type Receipt, receiptFields } from '../receipts.fields';
import { canCancel, canRefund } from '../receipts.rules';
import { receiptContact, saveReceiptPdf } from './receipts.client';

const asks = ['edit', 'allocate', 'refund', 'cancel'] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (receipt: Receipt) => void>>;

/** Which dialog is open, and the actions that open one. `?view={id}` and `?new=1` open theirs. */
export function useReceiptDialogs(rows: readonly Receipt[]) {
  const { create: canCreate, update: mayUpdate } = useRights('receipts');
  const hasOwn = Object.keys(useOwnFields(receiptFields)).length > 0;
  const mayEdit = mayUpdate && hasOwn;
  const mayRefund = useMay('payments.refund').ok && mayUpdate;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show } = dialogs;
  const contact = useContactActions('receipts', receiptContact);
  const rowActions = useMemo(
    () => [...actionsOf(show, { mayEdit, mayUpdate, mayRefund }), ...contact],
    [show, mayEdit, mayUpdate, mayRefund, contact],
  );
  return { ...dialogs, rowActions };
}

export type ReceiptDialogsState = ReturnType<typeof useReceiptDialogs>;

function actionsOf(
  show: Show,
  { mayEdit, mayUpdate, mayRefund }: Record<'mayEdit' | 'mayUpdate' | 'mayRefund', boolean>,
): readonly RowAction<Receipt>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, () => mayEdit),
    paperAction(
      'apply',
      'Allocate',
      show.allocate,
      ({ unallocated }) => mayUpdate && unallocated > 0,
    ),
    paperAction('refund', 'Refund', show.refund, (receipt) => mayRefund && canRefund(receipt).ok),
    paperAction('download', 'Download Receipt', (receipt) => void saveReceiptPdf(receipt)),
    shareAction(({ id, receipt_number }) => ['Receipt', receipt_number, `/receipts/${id}/pdf`]),
    paperAction(
      'cancel',
      'Cancel Receipt',
      show.cancel,
      (receipt) => mayUpdate && canCancel(receipt).ok,
    ),
  ];
}
