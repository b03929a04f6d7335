import { IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import type { Service } from '../services.fields';
import type { Services } from './services.client';

// A list is read far more often than one of its dialogs is opened.
const ServiceForm = lazy(async () => ({ default: (await import('./ServiceForm')).ServiceForm }));
const ServiceQuestions = lazy(async () => ({
  default: (await import('./ServiceQuestions')).ServiceQuestions,
}));

interface Props {
  services: Services;
  dialogs: ServiceDialogsState;
}

/** The services' dialogs, each loaded when it is first opened. */
export function ServiceDialogs({ services, dialogs }: Props) {
  const { subject, doomed, close } = dialogs;
  const needsForm = useOnceTrue(subject !== null);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsForm ? <ServiceForm services={services} subject={subject} onClose={close} /> : null}
      {needsQuestions ? (
        <ServiceQuestions services={services} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}

type Open = { what: 'edit' | 'delete'; id: number } | { what: 'create' };

/** Which dialog is open, and the actions that open one; the address `?view={id}` opens that service's form. */
export function useServiceDialogs(rows: readonly Service[]) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [wish, wishDone] = useAddressWish('view');
  const open: Open | null = chosen ?? (wish ? { what: 'edit', id: Number(wish) } : null);
  const close = useCallback(() => {
    setOpen(null);
    if (wish) wishDone();
  }, [wish, wishDone]);
  const show = useMemo(
    () => ({
      create: () => setOpen({ what: 'create' }),
      edit: ({ id }: Service) => setOpen({ what: 'edit', id }),
      delete: ({ id }: Service) => setOpen({ what: 'delete', id }),
    }),
    [],
  );
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
  const service = open && 'id' in open ? (rows.find((each) => each.id === open.id) ?? null) : null;
  const edited = open?.what === 'edit' ? service : null;
  return {
    ...show,
    close,
    rowActions,
    subject: open?.what === 'create' ? ('new' as const) : edited,
    doomed: open?.what === 'delete' ? service : null,
  };
}

export type ServiceDialogsState = ReturnType<typeof useServiceDialogs>;
