import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { counted } from '~/kit/shared/money/numbers';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { Page } from '~/kit/ui/shell/Page';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction, Sort } from '~/kit/ui/columns/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useTableView } from '~/kit/ui/columns/useTableView';
import { SettingSwitch } from '~/modules/organization/company/screens/SettingSwitch';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { memberRoles, type Workspace, workspaceFields } from '../workspaces.fields';
import { canChange } from '../workspaces.rules';
import { useWorkspaces } from './workspaces.client';

const MembersPanel = lazyDialog('workspace', () => import('./MembersPanel'));
const WorkspaceForm = lazyDialog('subject', () => import('./WorkspaceForm'));

const isolation = (
  <SettingSwitch
    setting="workspace_isolation"
    label="Separate workspaces"
    description="Users see and edit only records in their workspaces. Administrators see everything."
    texts={{ on: 'Workspaces are separate', off: 'Workspaces are open to everyone' }}
  />
);

const byName: Sort = { key: 'name', direction: 'asc' };

export default function WorkspacesPage() {
  const workspaces = useWorkspaces();
  const isAdmin = useSession().role === 'admin';
  const [sort, setSort] = useState(byName);
  const columns = useWorkspaceColumns();
  const { rows } = useTableView(workspaces.rows, columns, { sort });
  const dialogs = useDialogs(workspaces.rows);
  const add = isAdmin ? <AddButton onClick={dialogs.create}>Add Workspace</AddButton> : null;
  return (
    <Page fill title="Workspaces" subtitle="Teams of the company and their members" actions={add}>
      {isAdmin ? isolation : null}
      <DataTable
        label="Workspaces"
        rows={rows}
        columns={columns}
        rowId={(workspace) => workspace.id}
        sort={sort}
        onSort={(next) => setSort(next ?? byName)}
        rowActions={dialogs.rowActions}
        state={workspaces.state}
        loadingText="Loading workspaces..."
        failedText="Workspaces could not be loaded"
        onRetry={workspaces.retry}
        emptyText="No workspaces found"
        emptyHint={
          isAdmin
            ? 'A workspace is a team: a plant, a branch or a sales team. You can view its leads, customers, orders and invoices separately.'
            : 'You are not in a workspace yet. An administrator can add you to one.'
        }
        emptyAction={
          isAdmin ? <Button onClick={dialogs.create}>Create Your First Workspace</Button> : null
        }
        onOpenRow={dialogs.show}
      />
      <Dialogs workspaces={workspaces} dialogs={dialogs} />
    </Page>
  );
}

interface DialogsProps {
  workspaces: ReturnType<typeof useWorkspaces>;
  dialogs: ReturnType<typeof useDialogs>;
}

function Dialogs({ workspaces, dialogs }: DialogsProps) {
  const { subject, recordToDelete, shown, close } = dialogs;
  return (
    <>
      <WorkspaceForm workspaces={workspaces} subject={subject} onClose={close} />
      <ConfirmDelete
        noun="Workspace"
        record={recordToDelete}
        label={recordToDelete?.name}
        message="Its leads, customers, orders and invoices stay, but are shown only under Whole company."
        onDelete={workspaces.delete}
        offlineText="Failed to delete workspace. Please try again."
        onClose={close}
      />
      <MembersPanel workspace={shown} onClose={close} />
    </>
  );
}

function useWorkspaceColumns(): readonly Column<Workspace>[] {
  const { timeZone, today } = useCompany();
  return useMemo(() => {
    const role: Column<Workspace> = {
      key: 'role',
      title: 'Your Role',
      width: 140,
      badge: true,
      text: (workspace) => roleOf(workspace)?.label ?? '',
      sortValue: (workspace) => memberRoles.findIndex(({ value }) => value === workspace.role),
      render: (workspace) => {
        const own = roleOf(workspace);
        return own ? <Badge color={own.color}>{own.label}</Badge> : null;
      },
    };
    const [name, count, created] = columnsFromFields<typeof workspaceFields, Workspace>(
      workspaceFields,
      {
        keys: ['name', 'member_count', 'created_at'],
        timeZone,
        today,
        overrides: {
          name: { width: 320 },
          member_count: {
            width: 140,
            align: 'left',
            text: ({ member_count: count }) => counted(count, 'member'),
            sortValue: ({ member_count }) => member_count,
          },
        },
      },
    );
    return [name, role, count, created].filter((column) => column !== undefined);
  }, [timeZone, today]);
}

function roleOf({ role }: Workspace) {
  return memberRoles.find(({ value }) => value === role);
}

type Open = { what: 'members' | 'edit' | 'delete'; id: number } | { what: 'create' };

function useDialogs(rows: readonly Workspace[]) {
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useMemo(() => {
    const opener = (what: 'members' | 'edit' | 'delete') => (workspace: Workspace) =>
      setOpen({ what, id: workspace.id });
    const isOffered = ({ role }: Workspace) => canChange(role).ok;
    const show = opener('members');
    const rowActions: readonly RowAction<Workspace>[] = [
      { key: 'members', label: () => 'Members', icon: <IconUsers size={16} />, onClick: show },
      editAction(opener('edit'), isOffered),
      deleteAction(opener('delete'), isOffered),
    ];
    return { show, rowActions, create: () => setOpen({ what: 'create' }) };
  }, []);
  const chosen = open && 'id' in open ? rows.find(({ id }) => id === open.id) : undefined;
  const workspace = (what: Open['what']) => (open?.what === what ? (chosen ?? null) : null);
  return {
    ...actions,
    close: () => setOpen(null),
    shown: workspace('members'),
    subject: open?.what === 'create' ? ('new' as const) : workspace('edit'),
    recordToDelete: workspace('delete'),
  };
}
