import { useMemo } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import type { PriceList } from '../price-lists.fields';
import type { PriceLists } from './price-lists.client';

const PriceListDetails = lazyDialog('list', () => import('./PriceListDetails'));
const PriceListForm = lazyDialog('subject', () => import('./PriceListForm'));

interface Props {
  priceLists: PriceLists;
  dialogs: PriceListDialogsState;
}

export function PriceListDialogs({ priceLists, dialogs }: Props) {
  const { viewed, subject, close } = dialogs;
  const recordToDelete = dialogs.recordTo('delete');
  return (
    <>
      <PriceListDetails list={viewed} onClose={close} onEdit={dialogs.onEdit} />
      <PriceListForm priceLists={priceLists} subject={subject} onClose={close} />
      <ConfirmDelete
        noun="Price List"
        record={recordToDelete}
        label={recordToDelete?.name}
        message="Orders and invoices keep the prices that they have."
        onDelete={priceLists.delete}
        done="Price list deleted successfully"
        offlineText="Failed to delete price list"
        onClose={close}
      />
    </>
  );
}

const asks = ['edit', 'delete'] as const;

/** Which dialog is open, and the actions that open one; `?view={id}` opens that list's details. */
export function usePriceListDialogs(rows: readonly PriceList[]) {
  const may = useRights('price_lists');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo<readonly RowAction<PriceList>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, () => may.update),
      deleteAction(show.delete, () => may.delete),
    ],
    [show, may],
  );
  return { ...dialogs, rowActions, onEdit: may.update ? show.edit : null };
}

export type PriceListDialogsState = ReturnType<typeof usePriceListDialogs>;
