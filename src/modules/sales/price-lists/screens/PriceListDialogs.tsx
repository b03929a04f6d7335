import { lazy, Suspense, useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PriceList } from '../price-lists.fields';
import type { PriceLists } from './price-lists.client';

const PriceListDetails = lazy(async () => ({
  default: (await import('./PriceListDetails')).PriceListDetails,
}));
const PriceListForm = lazy(async () => ({
  default: (await import('./PriceListForm')).PriceListForm,
}));
const ConfirmPriceListDelete = lazy(async () => ({
  default: (await import('./ConfirmPriceListDelete')).ConfirmPriceListDelete,
}));

interface Props {
  priceLists: PriceLists;
  dialogs: PriceListDialogsState;
}

export function PriceListDialogs({ priceLists, dialogs }: Props) {
  const { viewed, subject, doomed, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(subject !== null);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <PriceListDetails list={viewed} onClose={close} onEdit={dialogs.edit ?? null} />
      ) : null}
      {needsForm ? (
        <PriceListForm priceLists={priceLists} subject={subject} onClose={close} />
      ) : null}
      {needsQuestions ? (
        <ConfirmPriceListDelete priceLists={priceLists} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
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
    doomed: recordTo('delete'),
  };
}

export type PriceListDialogsState = ReturnType<typeof usePriceListDialogs>;
