import { IconDownload, IconTag } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import type { Lot } from '../lots.fields';
import { saveLabels, saveRecallList } from './lots.client';

const asks = ['edit', 'label'] as const;

/** Which dialog of lots is open, and what is done with one. */
export function useLotDialogs(rows: readonly Lot[]) {
  const { update: mayUpdate } = useRights('lots');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: false });
  const navigate = useNavigate();
  const { show } = dialogs;
  const open = useMemo(() => (lot: Lot) => void navigate({ to: `/lots/${lot.id}` }), [navigate]);
  const rowActions = useMemo(
    (): readonly RowAction<Lot>[] => [
      viewAction(open),
      editAction(show.edit, () => mayUpdate),
      {
        key: 'labels',
        label: () => 'Labels',
        icon: <IconTag size={16} />,
        onClick: show.label,
        isOffered: () => true,
      },
    ],
    [open, show, mayUpdate],
  );
  return { ...dialogs, open, rowActions };
}

export type LotDialogsState = ReturnType<typeof useLotDialogs>;

/** "Recall List" of a lot's page. */
export const recallActions: readonly RowAction<Lot>[] = [
  {
    key: 'recall-pdf',
    label: () => 'Recall List (PDF)',
    icon: <IconDownload size={16} />,
    onClick: ({ id }) => void saveRecallList(id, 'pdf'),
    isOffered: () => true,
  },
  {
    key: 'recall-csv',
    label: () => 'Recall List (CSV)',
    icon: <IconDownload size={16} />,
    onClick: ({ id }) => void saveRecallList(id, 'csv'),
    isOffered: () => true,
  },
];

/** "Labels" for selected rows. */
export const labelsOfSelected = {
  label: 'Labels',
  icon: <IconTag size={16} aria-hidden />,
  onChoose: (ids: readonly number[]) => void saveLabels(ids),
};
