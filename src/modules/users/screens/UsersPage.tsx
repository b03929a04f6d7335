import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { type FiltersState, useFilters } from '~/kit/ui/useFilters';
import { useNow } from '~/kit/ui/useNow';
import { useTableView } from '~/kit/ui/useTableView';
import { useCompany } from '~/modules/settings/screens/settings.client';
import type { User } from '../users.fields';
import { userFilters } from '../users.filters';
import { figuresOf } from '../users.rules';
import { useUserColumns } from './UserColumns';
import { UserDialogs, useUserDialogs } from './UserDialogs';
import { useUsers } from './users.client';

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
const idOf = (user: User) => user.id;
const isInactive = (user: User) => !user.is_active;

/** "User Management" (spec 3 §2); `invite` is the button that invites one, which is not the users' own. */
export function UsersPage({ invite }: { invite: ReactNode }) {
  const users = useUsers();
  const { today, timeZone } = useCompany();
  const now = useNow();
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters('users-filters');
  useUserWish(users.rows, filters);
  const columns = useUserColumns(users);
  const choice = useColumnChoice('users-table-columns', columns, defaultColumns);
  const dialogs = useUserDialogs(users.rows);
  const predicate = useMemo(
    () => predicateOf(userFilters, filters.values, { now, today, timeZone }),
    [filters.values, now, today, timeZone],
  );
  const view = { predicate: predicate ?? undefined, sort };
  const { rows } = useTableView(users.rows, columns, view);

  return (
    <Page
      fill
      title="User Management"
      subtitle="Manage system users and their permissions"
      actions={
        <>
          <ColumnChooser choice={choice} />
          {invite}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
            Add User
          </Button>
        </>
      }
    >
      <Figures users={users.rows} now={now} loading={users.state === 'loading'} />
      <ListSearch
        label="Search users"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      />
      <FilterChips
        filters={userFilters}
        values={filters.values}
        rows={users.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
      <DataTable
        label="Users"
        rows={rows}
        columns={choice.columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={choice.showsActions ? dialogs.rowActions : undefined}
        state={users.state}
        loadingText="Loading users..."
        failedText="Users could not be loaded"
        onRetry={users.retry}
        emptyText="No users found"
        emptyHint="No user fits the search and filters."
        emptyAction={
          <Button variant="default" onClick={filters.clear}>
            Clear All
          </Button>
        }
        isRowMuted={isInactive}
      />
      <FilterPanel
        filters={userFilters}
        values={filters.values}
        rows={users.rows}
        onApply={filters.replace}
        footer={
          users.state === 'ready' ? `Showing ${rows.length} of ${users.rows.length} users` : null
        }
      />
      <UserDialogs users={users} dialogs={dialogs} />
    </Page>
  );
}

/** `/users?view={id}` shows that user alone; the search above the list says why, and takes it back. */
function useUserWish(rows: readonly User[], { replace }: FiltersState) {
  const [wish, wishDone] = useAddressWish('view');
  useEffect(() => {
    const user = wish && rows.find((each) => each.id === Number(wish));
    if (!user) return;
    replace({ search: user.email });
    wishDone();
  }, [wish, rows, replace, wishDone]);
}

interface FiguresProps {
  users: readonly User[];
  now: string;
  loading: boolean;
}

function Figures({ users, now, loading }: FiguresProps) {
  const figures = useMemo(() => figuresOf(users, now), [users, now]);
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
  return <StatCards cards={cards} loading={loading} />;
}
