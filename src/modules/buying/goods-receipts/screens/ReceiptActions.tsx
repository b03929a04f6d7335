import {
  IconArrowBackUp,
  IconDownload,
  IconPackageImport,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { GoodsReceipt } from '../goods-receipts.fields';
import { canCancel, canDelete, canReturn } from '../goods-receipts.rules';
import { saveReceiptLabels, saveReceiptPdf } from './goods-receipts.client';

const questions = ['receive', 'cancel', 'delete'] as const;
const asks = ['edit', 'return', ...questions] as const;

export interface ReceiptQuestion {
  ask: (typeof questions)[number];
  receipt: GoodsReceipt;
}

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
  const update = useMay('goods_receipts.update').ok;
  const remove = useMay('goods_receipts.delete').ok;
  const create = useMay('goods_receipts.create').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate: create });
  const { show, openDialog, record, recordTo } = dialogs;
  const rowActions = useMemo<readonly RowAction<GoodsReceipt>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, ({ status }) => update && status !== 'cancelled'),
      {
        key: 'receive',
        label: () => 'Receive',
        icon: <IconPackageImport size={16} />,
        onClick: show.receive,
        isOffered: ({ status }) => update && status === 'draft',
      },
      {
        key: 'return',
        label: () => 'Return to Vendor',
        icon: <IconArrowBackUp size={16} />,
        onClick: show.return,
        isOffered: (receipt) => update && canReturn(receipt).ok,
      },
      ...downloads,
      {
        key: 'cancel',
        label: ({ kind }) => (kind === 'return' ? 'Cancel Return' : 'Cancel Receipt'),
        icon: <IconX size={16} />,
        onClick: show.cancel,
        isOffered: (receipt) => update && canCancel(receipt).ok,
        danger: true,
      },
      deleteAction(show.delete, (receipt) => remove && canDelete(receipt).ok),
    ],
    [show, update, remove],
  );
  const ask = questions.find((each) => each === openDialog);
  const question: ReceiptQuestion | null = record && ask ? { ask, receipt: record } : null;
  return {
    view: show.view,
    create: create ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    question,
    viewed: recordTo('view'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
    returned: recordTo('return'),
  };
}

export type ReceiptDialogsState = ReturnType<typeof useReceiptDialogs>;
