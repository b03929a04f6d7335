import { useMemo } from 'react';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import type { Service } from '../services.fields';
import type { Services } from './services.client';

const ServiceForm = lazyDialog('subject', () => import('./ServiceForm'));

interface Props {
  services: Services;
  dialogs: ServiceDialogsState;
}

export function ServiceDialogs({ services, dialogs }: Props) {
  const { subject, close } = dialogs;
  const recordToDelete = dialogs.recordTo('delete');
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
  const may = useRights('services');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo<readonly RowAction<Service>[]>(
    () => [editAction(show.edit, () => may.update), deleteAction(show.delete, () => may.delete)],
    [show, may],
  );
  return {
    ...dialogs,
    rowActions,
    onEdit: may.update ? show.edit : undefined,
    subject: dialogs.subject ?? dialogs.viewed,
  };
}

export type ServiceDialogsState = ReturnType<typeof useServiceDialogs>;
