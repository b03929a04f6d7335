import { Button } from '@mantine/core';
import { IconMail, IconRefresh, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { failureText } from '~/kit/ui/api';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { StatCards } from '~/kit/ui/StatCards';
import type { RowAction, Sort } from '~/kit/ui/tableColumn';
import { toast } from '~/kit/ui/toasts';
import { useFilters } from '~/kit/ui/useFilters';
import { useNow } from '~/kit/ui/useNow';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import { useTableView } from '~/kit/ui/useTableView';
import type { Invitation } from '../invitations.fields';
import { invitationFilters } from '../invitations.filters';
import { canResend, canRevoke, figuresOf } from '../invitations.rules';
import { useInvitationColumns } from './InvitationColumns';
import { type Invitations, useInvitations } from './invitations.client';

// A list is read far more often than one of its dialogs is opened.
const InvitationForm = lazy(async () => ({
  default: (await import('./InvitationForm')).InvitationForm,
}));
const InvitationQuestions = lazy(async () => ({
  default: (await import('./InvitationQuestions')).InvitationQuestions,
}));

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const idOf = (invitation: Invitation) => invitation.id;
const isOver = (invitation: Invitation) => invitation.status === 'expired';
const restText = (invitation: Invitation) => (invitation.status === 'accepted' ? 'Completed' : '');

const formWords = {
  title: 'Send Invitation',
  sent: () => 'Invitation sent successfully!',
  refused: 'Failed to send invitation',
  broken: 'Failed to send invitation. Please try again.',
};

/** "User Invitations" (spec 3 §2). */
export default function InvitationsPage() {
  const invitations = useInvitations();
  const now = useNow();
  const [sort, setSort] = useState(newestFirst);
  const [sending, setSending] = useState(false);
  const [doomedId, setDoomed] = useState<number | null>(null);
  const filters = useFilters('invitations-filters');
  const columns = useInvitationColumns();
  const rowActions = useRowActions(invitations, setDoomed);
  const predicate = useMemo(
    () => predicateOf(invitationFilters, filters.values, { now }),
    [filters.values, now],
  );
  const view = { predicate: predicate ?? undefined, sort };
  const { rows } = useTableView(invitations.rows, columns, view);
  const isFiltered = predicate !== null && invitations.rows.length > 0;
  const needsForm = useOnceTrue(sending);
  const needsQuestions = useOnceTrue(doomedId !== null);
  const send = (
    <Button leftSection={<IconMail size={16} aria-hidden />} onClick={() => setSending(true)}>
      Send Invitation
    </Button>
  );

  return (
    <Page fill title="User Invitations" subtitle="Manage and track user invitations" actions={send}>
      <Figures rows={invitations.rows} loading={invitations.state === 'loading'} />
      <ListSearch
        label="Search invitations"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      />
      <FilterChips
        filters={invitationFilters}
        values={filters.values}
        rows={invitations.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
      <DataTable
        label="Invitations"
        rows={rows}
        columns={columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        noActionsText={restText}
        state={invitations.state}
        loadingText="Loading invitations..."
        failedText="Invitations could not be loaded"
        onRetry={invitations.retry}
        emptyText={isFiltered ? 'No invitations match your filters' : 'No invitations found'}
        emptyHint={isFiltered ? null : 'Send your first invitation to get started'}
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={filters.clear}>
              Clear All Filters
            </Button>
          ) : (
            send
          )
        }
        isRowMuted={isOver}
      />
      <FilterPanel
        filters={invitationFilters}
        values={filters.values}
        rows={invitations.rows}
        onApply={filters.replace}
        footer={
          invitations.state === 'ready'
            ? `Showing ${rows.length} of ${invitations.rows.length} invitations`
            : null
        }
      />
      <Suspense fallback={null}>
        {needsForm ? (
          <InvitationForm opened={sending} onClose={() => setSending(false)} words={formWords} />
        ) : null}
        {needsQuestions ? (
          <InvitationQuestions
            invitations={invitations}
            doomed={invitations.rows.find((each) => each.id === doomedId) ?? null}
            onClose={() => setDoomed(null)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function useRowActions(
  invitations: Invitations,
  setDoomed: (id: number) => void,
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
        onClick: ({ id }) => setDoomed(id),
        isOffered: (invitation) => canRevoke(invitation).ok,
        danger: true,
      },
    ],
    [resend, setDoomed],
  );
}

async function resendInvitation(resend: Invitations['resend'], { id }: Invitation): Promise<void> {
  try {
    await resend(id);
    toast('success', 'Invitation resent successfully!');
  } catch (error) {
    const words = {
      refused: 'Failed to resend invitation',
      broken: 'Failed to resend invitation. Please try again.',
    };
    toast('error', failureText(error, words));
  }
}

function Figures({ rows, loading }: { rows: readonly Invitation[]; loading: boolean }) {
  const figures = useMemo(() => figuresOf(rows), [rows]);
  const cards = [
    { label: 'Total', value: String(figures.total) },
    { label: 'Pending', value: String(figures.pending) },
    { label: 'Accepted', value: String(figures.accepted) },
    { label: 'Expired', value: String(figures.expired) },
  ];
  return <StatCards cards={cards} loading={loading} />;
}
