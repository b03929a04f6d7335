import {
  IconArrowBackUp,
  IconDownload,
  IconPackageImport,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import type { GoodsReceipt } from '../goods-receipts.fields';
import { canCancel, canDelete, canReturn } from '../goods-receipts.rules';
import { saveReceiptLabels, saveReceiptPdf } from './goods-receipts.client';

const questions = ['receive', 'cancel', 'delete'] as const;
const asks = ['edit', 'return', ...questions] as const;

export type ReceiptQuestion = RecordQuestion<GoodsReceipt, (typeof questions)[number]>;

const downloads: readonly RowAction<GoodsReceipt>[] = [
  secondary({
    key: 'labels',
    label: () => 'Labels',
    icon: <IconTag size={16} />,
    onClick: (receipt) => void saveReceiptLabels(receipt),
    isOffered: ({ status, kind }) => status === 'received' && kind === 'receipt',
  }),
  secondary({
    key: 'download',
    label: () => 'Download',
    icon: <IconDownload size={16} />,
    onClick: (receipt) => void saveReceiptPdf(receipt),
  }),
];

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function useReceiptDialogs(rows: readonly GoodsReceipt[]) {
  const may = useRights('goods_receipts');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo<readonly RowAction<GoodsReceipt>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, ({ status }) => may.update && status !== 'cancelled'),
      {
        key: 'receive',
        label: () => 'Receive',
        icon: <IconPackageImport size={16} />,
        onClick: show.receive,
        isOffered: ({ status }) => may.update && status === 'draft',
      },
      {
        key: 'return',
        label: () => 'Return to Vendor',
        icon: <IconArrowBackUp size={16} />,
        onClick: show.return,
        isOffered: (receipt) => may.update && canReturn(receipt).ok,
      },
      ...downloads,
      {
        key: 'cancel',
        label: ({ kind }) => (kind === 'return' ? 'Cancel Return' : 'Cancel Receipt'),
        icon: <IconX size={16} />,
        onClick: show.cancel,
        isOffered: (receipt) => may.update && canCancel(receipt).ok,
        danger: true,
      },
      deleteAction(show.delete, (receipt) => may.delete && canDelete(receipt).ok),
    ],
    [show, may],
  );
  return { ...dialogs, rowActions, question: dialogs.questionAmong(questions) };
}

export type ReceiptDialogsState = ReturnType<typeof useReceiptDialogs>;
