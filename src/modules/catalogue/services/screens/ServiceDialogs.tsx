import { lazy, Suspense, useMemo } from 'react';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Service } from '../services.fields';
import type { Services } from './services.client';

const ServiceForm = lazy(async () => ({ default: (await import('./ServiceForm')).ServiceForm }));
const ConfirmServiceDelete = lazy(async () => ({
  default: (await import('./ConfirmServiceDelete')).ConfirmServiceDelete,
}));

interface Props {
  services: Services;
  dialogs: ServiceDialogsState;
}

export function ServiceDialogs({ services, dialogs }: Props) {
  const { subject, doomed, close } = dialogs;
  const needsForm = useOnceTrue(subject !== null);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsForm ? <ServiceForm services={services} subject={subject} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmServiceDelete services={services} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
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
    doomed: recordTo('delete'),
  };
}

export type ServiceDialogsState = ReturnType<typeof useServiceDialogs>;
