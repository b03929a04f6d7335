import { Button } from '@mantine/core';
import { IconMail, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { StatCards } from '~/kit/ui/elements/StatCards';
import type { RowAction, Sort } from '~/kit/ui/columns/tableColumn';
import { toast } from '~/kit/ui/messages/toasts';
import { useNow } from '~/kit/ui/hooks/useNow';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Invitation } from '../invitations.fields';
import { invitationFigures, invitationFilters } from '../invitations.filters';
import { canResend, canRevoke } from '../invitations.rules';
import { useInvitationColumns } from './InvitationColumns';
import { type Invitations, useInvitations } from './invitations.client';

const InvitationForm = lazyDialog('opened', () => import('./InvitationForm'));
const InvitationQuestions = lazyDialog('recordToDelete', () => import('./InvitationQuestions'));

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isOver = (invitation: Invitation) => invitation.status === 'expired';
const restText = (invitation: Invitation) => (invitation.status === 'accepted' ? 'Completed' : '');

const formTexts = {
  title: 'Send Invitation',
  sent: () => 'Invitation sent successfully!',
};

export default function InvitationsPage() {
  const invitations = useInvitations();
  const now = useNow();
  const { today } = useCompany();
  const [sending, setSending] = useState(false);
  const [idToDelete, setRecordToDelete] = useState<number | null>(null);
  const columns = useInvitationColumns();
  const list = useRecordList(
    invitations,
    { name: 'invitations', columns, filters: invitationFilters, sort: newestFirst },
    { now },
  );
  // With no invitations at all, an empty result is not the fault of the search.
  const isFiltered = list.isFiltered && invitations.rows.length > 0;
  const rowActions = useRowActions(invitations, setRecordToDelete);
  const send = (
    <Button leftSection={<IconMail size={16} aria-hidden />} onClick={() => setSending(true)}>
      Send Invitation
    </Button>
  );

  return (
    <Page fill title="User Invitations" subtitle="Manage and track user invitations" actions={send}>
      <Figures invitations={invitations} />
      <RecordTools list={list} label="Search invitations" />
      <RecordTable
        list={{ ...list, isFiltered }}
        label="Invitations"
        rowActions={rowActions}
        noActionsText={restText}
        emptyHint="Send your first invitation to get started"
        emptyAction={<Button onClick={() => setSending(true)}>Send Your First Invitation</Button>}
        noMatchText="No invitations match your filters"
        noMatchHint={null}
        clearLabel="Clear All Filters"
        isRowMuted={isOver}
      />
      <RecordFilters list={list} counted="invitations" fileName={`invitations-${today}`} />
      <InvitationForm opened={sending} onClose={() => setSending(false)} texts={formTexts} />
      <InvitationQuestions
        invitations={invitations}
        recordToDelete={invitations.rows.find((each) => each.id === idToDelete) ?? null}
        onClose={() => setRecordToDelete(null)}
      />
    </Page>
  );
}

function useRowActions(
  invitations: Invitations,
  setRecordToDelete: (id: number) => void,
): readonly RowAction<Invitation>[] {
  const { resend } = invitations;
  return useMemo(
    () => [
      {
        key: 'resend',
        label: () => 'Resend',
        icon: <IconRefresh size={16} />,
        onClick: (invitation) => void resendInvitation(resend, invitation),
        isOffered: (invitation) => canResend(invitation).ok,
      },
      {
        key: 'revoke',
        label: () => 'Revoke',
        icon: <IconTrash size={16} />,
        onClick: ({ id }) => setRecordToDelete(id),
        isOffered: (invitation) => canRevoke(invitation).ok,
        danger: true,
      },
    ],
    [resend, setRecordToDelete],
  );
}

async function resendInvitation(resend: Invitations['resend'], { id }: Invitation): Promise<void> {
  await attempt(orTryAgain('Failed to resend invitation'), async () => {
    await resend(id);
    toast('success', 'Invitation resent successfully!');
  });
}

function Figures({ invitations: { rows, state } }: { invitations: Invitations }) {
  const figures = useFiguresOf(rows, invitationFigures);
  const cards = [
    { label: 'Total', value: String(figures.total) },
    { label: 'Pending', value: String(figures.pending) },
    { label: 'Accepted', value: String(figures.accepted) },
    { label: 'Expired', value: String(figures.expired) },
  ];
  return <StatCards cards={cards} state={state} />;
}
