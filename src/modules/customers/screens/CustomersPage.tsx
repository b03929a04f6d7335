import { Button } from '@mantine/core';
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type RowAction, type Sort } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { useFilters } from '~/kit/ui/useFilters';
import { useMissingRecord } from '~/kit/ui/useMissingRecord';
import { useTableView } from '~/kit/ui/useTableView';
import { useCompany } from '~/modules/settings/screens/settings.client';
import { ReadOnlyNote } from '~/modules/workspaces/screens/ReadOnlyNote';
import { useCanWrite } from '~/modules/workspaces/screens/workspaces.client';
import type { Customer } from '../customers.fields';
import { customerFilters } from '../customers.filters';
import { canDelete, figuresOf } from '../customers.rules';
import { useCustomerColumns } from './CustomerColumns';
import { CustomerDialogs } from './CustomerDialogs';
import { useCustomers } from './customers.client';

const defaultColumns = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'industry',
  'location',
  'payment_terms',
  'credit_limit',
  'is_active',
  'created_at',
  actionsKey,
];

const byName: Sort = { key: 'company_name', direction: 'asc' };

interface Props {
  /** What else is done with a customer, from its row and its details: orders and invoices stand above the customers. */
  actions?: readonly RowAction<Customer>[];
  /** The dialogs of these actions. */
  children?: ReactNode;
}

const none: readonly RowAction<Customer>[] = [];

/** "Customer Management" (spec 1 §2.8, contract §5). */
export function CustomersPage({ actions = none, children }: Props) {
  const customers = useCustomers();
  const company = useCompany();
  const [sort, setSort] = useState(byName);
  const filters = useFilters('customers-filters');
  const columns = useCustomerColumns(customers);
  const choice = useColumnChoice('customers-table-columns', columns, defaultColumns);
  const writing = useCanWrite();
  const dialogs = useCustomerDialogs(customers.rows, actions, writing.ok);
  useMissingRecord('/customers', 'Customer', customers);

  const { today, timeZone } = company;
  const predicate = useMemo(
    () => predicateOf(customerFilters, filters.values, { today, timeZone }),
    [filters.values, today, timeZone],
  );
  const { rows } = useTableView(customers.rows, columns, {
    predicate: predicate ?? undefined,
    sort,
  });
  const isFiltered = predicate !== null;
  const cards = useFigures(customers.rows, isFiltered ? rows.length : null);

  return (
    <Page
      fill
      title="Customer Management"
      subtitle="Manage your customer relationships and information"
      actions={
        <>
          <ColumnChooser choice={choice} />
          {writing.ok ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
              Add Customer
            </Button>
          ) : null}
        </>
      }
    >
      <ReadOnlyNote />
      <StatCards cards={cards} loading={customers.state === 'loading'} />
      <ListSearch
        label="Search customers"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      />
      <FilterChips
        filters={customerFilters}
        values={filters.values}
        rows={customers.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
      <DataTable
        label="Customers"
        rows={rows}
        columns={choice.columns}
        rowId={(customer) => customer.id}
        sort={sort}
        onSort={setSort}
        rowActions={choice.showsActions ? dialogs.rowActions : undefined}
        state={customers.state}
        loadingText="Loading customers..."
        failedText="Customers could not be loaded"
        onRetry={customers.retry}
        emptyText="No customers found"
        emptyHint={
          isFiltered
            ? 'No customer fits the search and filters.'
            : 'A customer is a company that orders from you. A lead becomes one when it is converted.'
        }
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={filters.clear}>
              Clear All
            </Button>
          ) : writing.ok ? (
            <Button onClick={dialogs.create}>Add Customer</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={(customer) => !customer.is_active}
      />
      <FilterPanel
        filters={customerFilters}
        values={filters.values}
        rows={customers.rows}
        onApply={filters.replace}
        footer={
          customers.state === 'ready'
            ? `Showing ${rows.length} of ${customers.rows.length} customers`
            : null
        }
      />
      <CustomerDialogs
        customers={customers}
        viewed={dialogs.viewed}
        creating={dialogs.creating}
        doomed={dialogs.doomed}
        actions={dialogs.detailActions}
        onClose={dialogs.close}
      />
      {children}
    </Page>
  );
}

/** The four cards; `shown` is how many the filters leave, null without one. */
function useFigures(rows: readonly Customer[], shown: number | null) {
  const { today, timeZone } = useCompany();
  const figures = useMemo(() => figuresOf(rows, { today, timeZone }), [rows, today, timeZone]);
  return [
    {
      label: 'Total Customers',
      value: String(figures.total),
      ...(shown === null ? {} : { hint: `(${shown} shown)` }),
    },
    { label: 'Active Customers', value: String(figures.active) },
    { label: 'This Month', value: String(figures.thisMonth) },
    { label: 'Industries', value: String(figures.industries) },
  ];
}

type Open = { what: 'view' | 'delete'; id: number } | { what: 'create' };

/** Which dialog is open, and the actions that open one; `/customers?view={id}` opens that customer's details. */
function useCustomerDialogs(
  rows: readonly Customer[],
  actions: readonly RowAction<Customer>[],
  canWrite: boolean,
) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [wish, wishDone] = useAddressWish('view');
  const open: Open | null = chosen ?? (wish ? { what: 'view', id: Number(wish) } : null);
  const view = useCallback((customer: Customer) => setOpen({ what: 'view', id: customer.id }), []);

  const rowActions = useMemo<readonly RowAction<Customer>[]>(
    () => [
      { key: 'view', label: () => 'View', icon: <IconEye size={16} />, onClick: view },
      ...actions,
      {
        key: 'delete',
        label: () => 'Delete',
        icon: <IconTrash size={16} />,
        onClick: (customer) => setOpen({ what: 'delete', id: customer.id }),
        isOffered: (customer) => canWrite && canDelete(customer).ok,
        danger: true,
      },
    ],
    [view, actions, canWrite],
  );

  const customer = open && 'id' in open ? rows.find((each) => each.id === open.id) : undefined;
  const close = () => {
    setOpen(null);
    if (wish) wishDone();
  };
  return {
    close,
    /** From the details one goes on: they close, and the action's own dialog opens. */
    detailActions: actions.map((action) => ({
      ...action,
      onClick: (customer: Customer) => {
        close();
        action.onClick(customer);
      },
    })),
    view,
    create: () => setOpen({ what: 'create' }),
    rowActions,
    viewed: open?.what === 'view' ? (customer ?? null) : null,
    creating: open?.what === 'create',
    doomed: open?.what === 'delete' ? (customer ?? null) : null,
  };
}
