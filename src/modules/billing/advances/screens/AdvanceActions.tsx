import { useMemo } from 'react';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Advance } from '../advances.fields';
import { canCancel, canSpend } from '../advances.rules';
import { type Advances, saveVoucher } from './advances.client';

const asks = ['apply', 'refund', 'cancel'] as const;
type AdvanceDialog = 'view' | (typeof asks)[number];
type ShowAdvance = Readonly<Record<AdvanceDialog, (advance: Advance) => void>>;

function useAdvanceRights() {
  const canCreate = useMay('payments.create').ok;
  const canUpdate = useMay('payments.update').ok;
  const canRefund = useMay('payments.refund').ok;
  return useMemo(() => {
    const hasRest = (advance: Advance) => canSpend(advance, 0.01).ok;
    return {
      canCreate,
      canApply: (advance: Advance) => canCreate && hasRest(advance),
      canRefund: (advance: Advance) => canRefund && hasRest(advance),
      // The rest of a receipt is cancelled with it.
      canCancel: (advance: Advance) =>
        canUpdate && advance.receipt_id === null && canCancel(advance).ok,
    };
  }, [canCreate, canUpdate, canRefund]);
}

/** Which dialog is open, and the actions that open one. `?view={id}` and `?new=1` open theirs. */
export function useAdvanceDialogs({ rows }: Advances) {
  const rights = useAdvanceRights();
  const dialogs = useRecordDialogs(rows, asks, rights);
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, rights), [show, rights]);
  return { ...dialogs, rights, rowActions };
}

export type AdvanceDialogsState = ReturnType<typeof useAdvanceDialogs>;

function actionsOf(
  show: ShowAdvance,
  rights: ReturnType<typeof useAdvanceRights>,
): readonly RowAction<Advance>[] {
  return [
    viewAction(show.view),
    paperAction('download', 'Download Voucher', (advance) => void saveVoucher(advance)),
    paperAction('apply', 'Apply to Invoice', show.apply, rights.canApply),
    paperAction('refund', 'Refund', show.refund, rights.canRefund),
    paperAction('cancel', 'Cancel Advance', show.cancel, rights.canCancel),
  ];
}
