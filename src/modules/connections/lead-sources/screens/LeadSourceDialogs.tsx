import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { deleteAction, editAction, turnActions } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import type { LeadSource } from '../lead-sources.fields';
import { type LeadSources, pullNow } from './lead-sources.client';

const LeadSourceForm = lazyDialog('subject', () => import('./LeadSourceForm'));

type Open =
  | { what: 'edit' | 'delete' | 'renew'; id: number }
  | { what: 'create'; type: LeadSource['type'] };

/** What can be done with a source, in its row and on its page, with the dialogs for it. */
export function useSourceDialogs(sources: LeadSources, onDeleted?: () => void) {
  const [open, setOpen] = useState<Open | null>(null);
  const rowActions = useMemo(() => actionsOf(sources, setOpen), [sources]);
  const chosen = open && 'id' in open ? sources.rows.find(({ id }) => id === open.id) : undefined;
  const subjectOf = (what: Open['what']) => (open?.what === what ? (chosen ?? null) : null);
  const close = () => setOpen(null);
  const dialogs: ReactNode = (
    <>
      <LeadSourceForm
        sources={sources}
        subject={open?.what === 'create' ? open.type : subjectOf('edit')}
        onClose={close}
      />
      <ConfirmDialog
        opened={subjectOf('renew') !== null}
        title="New Address"
        subject={chosen?.name}
        message="The former address ends at once, also where it is printed or used by other programs."
        confirmLabel="Make New Address"
        failed={orTryAgain('Failed to make a new address')}
        onConfirm={async () => {
          if (chosen) await sources.renewToken(chosen.id);
          return 'New address created successfully';
        }}
        onClose={close}
      />
      <ConfirmDelete
        noun="Lead Source"
        record={subjectOf('delete')}
        label={chosen?.name}
        message="Its address ends at once, and its arrivals are deleted. Its leads stay."
        onDelete={async (id) => {
          await sources.delete(id);
          onDeleted?.();
        }}
        done="Lead source deleted successfully"
        offlineText="Failed to delete lead source. Please try again."
        onClose={close}
      />
    </>
  );
  const create = (type: LeadSource['type']) => setOpen({ what: 'create', type });
  return { rowActions, dialogs, create };
}

async function pull({ id, name }: LeadSource): Promise<void> {
  await attempt(orTryAgain(`Failed to pull "${name}"`), async () => {
    const { accepted, repeated, refused } = await pullNow(id);
    toast('success', `${counted(accepted, 'new lead')}, ${repeated} repeated, ${refused} refused`);
  });
}

function actionsOf(
  sources: LeadSources,
  open: (dialog: Open) => void,
): readonly RowAction<LeadSource>[] {
  return [
    editAction(({ id }) => open({ what: 'edit', id })),
    {
      key: 'pull',
      label: () => 'Pull Now',
      icon: <IconDownload size={16} />,
      isOffered: ({ type, is_active }) => type === 'pull' && is_active,
      onClick: (source) => void pull(source),
    },
    {
      key: 'renew',
      label: () => 'New Address',
      icon: <IconRefresh size={16} />,
      isOffered: ({ type }) => type !== 'pull',
      onClick: ({ id }) => open({ what: 'renew', id }),
    },
    ...turnActions('Lead source', sources.update),
    deleteAction(({ id }) => open({ what: 'delete', id })),
  ];
}
