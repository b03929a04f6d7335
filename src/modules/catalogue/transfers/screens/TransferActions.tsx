import {
  IconArrowsExchange,
  IconCopy,
  IconDownload,
  IconTruckLoading,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import {
  type KindRights,
  useRights,
} from '~/modules/organization/workspaces/screens/rights.client';
import type { Transfer } from '../transfers.fields';
import { canCancel, canDelete } from '../transfers.rules';
import { saveTransferPdf } from './transfers.client';

const questions = ['done', 'cancel', 'delete'] as const;
const asks = ['edit', 'duplicate', 'eWayBill', ...questions] as const;

export type TransferQuestion = RecordQuestion<Transfer, (typeof questions)[number]>;

type Show = Readonly<Record<'view' | (typeof asks)[number], (transfer: Transfer) => void>>;

function actionsOf(show: Show, may: KindRights, isGst: boolean): readonly RowAction<Transfer>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, ({ status }) => may.update && status !== 'cancelled'),
    {
      key: 'done',
      label: () => 'Transfer',
      icon: <IconArrowsExchange size={16} />,
      onClick: show.done,
      isOffered: ({ status }) => may.update && status === 'draft',
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
      // The e-way bill portal takes documents by GST alone.
      isOffered: ({ status, challan_number }) =>
        may.export && isGst && status === 'done' && challan_number !== null,
    }),
    secondary({
      key: 'duplicate',
      label: () => 'Duplicate',
      icon: <IconCopy size={16} />,
      onClick: show.duplicate,
      isOffered: () => may.create,
    }),
    {
      key: 'cancel',
      label: () => 'Cancel Transfer',
      icon: <IconX size={16} />,
      onClick: show.cancel,
      isOffered: (transfer) => may.update && canCancel(transfer).ok,
      danger: true,
    },
    deleteAction(show.delete, (transfer) => may.delete && canDelete(transfer).ok),
  ];
}

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function useTransferDialogs(rows: readonly Transfer[]) {
  const may = useRights('transfers');
  const isGst = useSettings().tax_mode === 'gst';
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, may, isGst), [show, may, isGst]);
  return { ...dialogs, rowActions, question: dialogs.questionAmong(questions) };
}

export type TransferDialogsState = ReturnType<typeof useTransferDialogs>;
