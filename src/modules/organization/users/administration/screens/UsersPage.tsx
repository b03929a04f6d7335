import { type ReactNode, useEffect, useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import type { FiltersState } from '~/kit/ui/list/useFilters';
import { useNow } from '~/kit/ui/hooks/useNow';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { User } from '../../users.fields';
import { userFigures, userFilters } from '../../users.filters';
import { figuresOf } from '~/kit/shared/filters/figures';
import { useUserColumns } from './UserColumns';
import { UserDialogs, useUserDialogs } from './UserDialogs';
import { type Users, useUsers } from './users.client';

const defaultColumns = [
  'first_name',
  'last_name',
  'email',
  'role',
  'is_active',
  'last_login',
  'created_at',
  actionsKey,
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isInactive = (user: User) => !user.is_active;

/**
 * "User Management" (docs/product/users.md#screen). `invite` is a button passed in because invitations depend on this
 * module.
 */
export function UsersPage({ invite }: { invite: ReactNode }) {
  const users = useUsers();
  const company = useCompany();
  const now = useNow();
  const columns = useUserColumns(users);
  const list = useRecordList(
    users,
    {
      name: 'users',
      columns,
      defaultColumns,
      filters: userFilters,
      sort: newestFirst,
    },
    { ...company, now },
  );
  useUserUrlAction(users.rows, list.chosen);
  const dialogs = useUserDialogs(users.rows);
  return (
    <Page
      fill
      title="User Management"
      subtitle="Manage system users and their permissions"
      actions={
        <>
          <MoreActions>
            <ColumnChooser choice={list.choice} />
            {invite}
          </MoreActions>
          <AddButton onClick={dialogs.create}>Add User</AddButton>
        </>
      }
    >
      <Figures users={users.rows} now={now} state={users.state} />
      <RecordTools list={list} label="Search users" />
      <RecordTable
        list={list}
        label="Users"
        rowActions={dialogs.rowActions}
        isRowMuted={isInactive}
      />
      <RecordFilters list={list} counted="users" fileName={`users-${company.today}`} />
      <UserDialogs users={users} dialogs={dialogs} />
    </Page>
  );
}

/** `/users?view={id}` shows that user alone; the search field shows the reason and can be cleared. */
function useUserUrlAction(rows: readonly User[], { replace }: FiltersState) {
  const [requestedId, clearAction] = useUrlAction('view');
  useEffect(() => {
    const user = requestedId && rows.find((each) => each.id === Number(requestedId));
    if (!user) return;
    replace({ search: user.email }, 'replace');
    clearAction();
  }, [requestedId, rows, replace, clearAction]);
}

interface FiguresProps {
  users: readonly User[];
  now: string;
  state: Users['state'];
}

function Figures({ users, now, state }: FiguresProps) {
  const figures = useMemo(() => figuresOf(userFigures, users, { now }), [users, now]);
  const cards = [
    { label: 'Total Users', value: String(figures.total) },
    { label: 'Active Users', value: String(figures.active) },
    { label: 'Administrators', value: String(figures.administrators) },
    {
      label: 'Recent Logins',
      value: String(figures.recent),
      tooltip: 'Users who logged in within the last 7 days',
    },
  ];
  return <StatCards cards={cards} state={state} />;
}
