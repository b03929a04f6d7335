import {
  IconArrowsExchange,
  IconCopy,
  IconDownload,
  IconTruckLoading,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Transfer } from '../transfers.fields';
import { canCancel, canDelete } from '../transfers.rules';
import { saveTransferPdf } from './transfers.client';

const questions = ['done', 'cancel', 'delete'] as const;
const asks = ['edit', 'duplicate', 'eWayBill', ...questions] as const;

export interface TransferQuestion {
  ask: (typeof questions)[number];
  transfer: Transfer;
}

type Show = Readonly<Record<'view' | (typeof asks)[number], (transfer: Transfer) => void>>;

/** What the person may do with transfers. */
function useTransferRights() {
  const update = useMay('stock.update').ok;
  const remove = useMay('stock.delete').ok;
  const create = useMay('stock.create').ok;
  // The e-way bill portal takes documents by GST alone.
  const isGst = useSettings().tax_mode === 'gst';
  const file = useMay('stock.export').ok && isGst;
  return useMemo(() => ({ update, remove, create, file }), [update, remove, create, file]);
}

function actionsOf(
  show: Show,
  { update, remove, create, file }: ReturnType<typeof useTransferRights>,
): readonly RowAction<Transfer>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, ({ status }) => update && status !== 'cancelled'),
    {
      key: 'done',
      label: () => 'Transfer',
      icon: <IconArrowsExchange size={16} />,
      onClick: show.done,
      isOffered: ({ status }) => update && status === 'draft',
    },
    secondary({
      key: 'download',
      label: () => 'Download',
      icon: <IconDownload size={16} />,
      onClick: (transfer) => void saveTransferPdf(transfer),
    }),
    secondary({
      key: 'eWayBill',
      label: () => 'E-Way Bill',
      icon: <IconTruckLoading size={16} />,
      onClick: show.eWayBill,
      isOffered: ({ status, challan_number }) =>
        file && status === 'done' && challan_number !== null,
    }),
    secondary({
      key: 'duplicate',
      label: () => 'Duplicate',
      icon: <IconCopy size={16} />,
      onClick: show.duplicate,
      isOffered: () => create,
    }),
    {
      key: 'cancel',
      label: () => 'Cancel Transfer',
      icon: <IconX size={16} />,
      onClick: show.cancel,
      isOffered: (transfer) => update && canCancel(transfer).ok,
      danger: true,
    },
    deleteAction(show.delete, (transfer) => remove && canDelete(transfer).ok),
  ];
}

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function useTransferDialogs(rows: readonly Transfer[]) {
  const rights = useTransferRights();
  const { create } = rights;
  const dialogs = useRecordDialogs(rows, asks, { canCreate: create });
  const { show, openDialog, record, recordTo } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, rights), [show, rights]);
  const ask = questions.find((each) => each === openDialog);
  const question: TransferQuestion | null = record && ask ? { ask, transfer: record } : null;
  return {
    view: show.view,
    create: create ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    question,
    viewed: recordTo('view'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
    copied: recordTo('duplicate'),
    onTheWay: recordTo('eWayBill'),
  };
}

export type TransferDialogsState = ReturnType<typeof useTransferDialogs>;
