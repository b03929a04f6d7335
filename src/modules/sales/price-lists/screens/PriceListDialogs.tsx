import { useMemo } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PriceList } from '../price-lists.fields';
import type { PriceLists } from './price-lists.client';

const PriceListDetails = lazyDialog('list', () => import('./PriceListDetails'));
const PriceListForm = lazyDialog('subject', () => import('./PriceListForm'));

interface Props {
  priceLists: PriceLists;
  dialogs: PriceListDialogsState;
}

export function PriceListDialogs({ priceLists, dialogs }: Props) {
  const { viewed, subject, recordToDelete, close } = dialogs;
  return (
    <>
      <PriceListDetails list={viewed} onClose={close} onEdit={dialogs.edit ?? null} />
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
  const mayUpdate = useMay('price_lists.update').ok;
  const mayDelete = useMay('price_lists.delete').ok;
  const canCreate = useMay('price_lists.create').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo<readonly RowAction<PriceList>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, () => mayUpdate),
      deleteAction(show.delete, () => mayDelete),
    ],
    [show, mayUpdate, mayDelete],
  );
  return {
    view: show.view,
    edit: mayUpdate ? show.edit : undefined,
    create: canCreate ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
    recordToDelete: recordTo('delete'),
  };
}

export type PriceListDialogsState = ReturnType<typeof usePriceListDialogs>;
