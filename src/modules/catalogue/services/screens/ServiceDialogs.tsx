import { useMemo } from 'react';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Service } from '../services.fields';
import type { Services } from './services.client';

const ServiceForm = lazyDialog('subject', () => import('./ServiceForm'));

interface Props {
  services: Services;
  dialogs: ServiceDialogsState;
}

export function ServiceDialogs({ services, dialogs }: Props) {
  const { subject, recordToDelete, close } = dialogs;
  return (
    <>
      <ServiceForm services={services} subject={subject} onClose={close} />
      <ConfirmDelete
        noun="Service"
        record={recordToDelete}
        label={recordToDelete?.service_name}
        message="This action cannot be undone. To keep it out of new orders only, make it inactive instead."
        onDelete={services.delete}
        done="Service deleted successfully"
        offlineText="Failed to delete service"
        onClose={close}
      />
    </>
  );
}

const asks = ['edit', 'delete'] as const;

/** Which dialog is open, and the actions that open one; `?view={id}` opens that service's form. */
export function useServiceDialogs(rows: readonly Service[]) {
  const mayUpdate = useMay('services.update').ok;
  const mayDelete = useMay('services.delete').ok;
  const canCreate = useMay('services.create').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo<readonly RowAction<Service>[]>(
    () => [editAction(show.edit, () => mayUpdate), deleteAction(show.delete, () => mayDelete)],
    [show, mayUpdate, mayDelete],
  );
  return {
    edit: mayUpdate ? show.edit : undefined,
    create: canCreate ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    subject: dialogs.isCreating ? ('new' as const) : (recordTo('edit') ?? recordTo('view')),
    recordToDelete: recordTo('delete'),
  };
}

export type ServiceDialogsState = ReturnType<typeof useServiceDialogs>;
