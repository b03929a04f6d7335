import { IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
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
  const dialogs = useRecordDialogs(rows, asks, { canCreate: true });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo<readonly RowAction<Service>[]>(
    () => [
      { key: 'edit', label: () => 'Edit', icon: <IconPencil size={16} />, onClick: show.edit },
      {
        key: 'delete',
        label: () => 'Delete',
        icon: <IconTrash size={16} />,
        onClick: show.delete,
        danger: true,
      },
    ],
    [show],
  );
  return {
    edit: show.edit,
    create: dialogs.create,
    close: dialogs.close,
    rowActions,
    subject: dialogs.isCreating ? ('new' as const) : (recordTo('edit') ?? recordTo('view')),
    doomed: recordTo('delete'),
  };
}

export type ServiceDialogsState = ReturnType<typeof useServiceDialogs>;
