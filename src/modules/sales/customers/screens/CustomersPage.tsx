import { withChoices } from '~/kit/shared/filters/kind-filters';
import { type ReactNode, useMemo } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { formatNumber } from '~/kit/shared/money/numbers';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type RowAction, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { FindDuplicates } from '~/modules/records/duplicates/screens/FindDuplicates';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Customer } from '../customers.fields';
import { type CustomerFigures, customerFilters } from '../customers.filters';
import { useCustomerColumns } from './CustomerColumns';
import { CustomerDialogs } from './CustomerDialogs';
import { type Customers, useCustomerFigures, useCustomers } from './customers.client';
import { useCustomerDialogs } from './useCustomerDialogs';

const CustomerImport = lazyPart(() => import('./CustomerImport'));

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
const nameOf = ({ company_name }: Customer) => company_name;
const isInactive = (customer: Customer) => !customer.is_active;

interface Props {
  /** Further actions for rows and details, passed in because orders and invoices depend on this module. */
  actions?: readonly RowAction<Customer>[];
  children?: ReactNode;
}

const none: readonly RowAction<Customer>[] = [];

export function CustomersPage({ actions = none, children }: Props) {
  const customers = useCustomers();
  const figures = useCustomerFigures(customers);
  const list = useCustomerList(customers, figures.data);
  const { today } = useCompany();
  const writing = useMay('customers.create');
  const bulk = useBulk('customers', { today, nameOf });
  const dialogs = useCustomerDialogs(customers.rows, actions);
  const shown = filteredCount(list);
  const cards = cardsOf(figures.data ?? noFigures, list.long ? formatNumber : String, shown);
  return (
    <ListPage
      of="customers"
      title="Customer Management"
      subtitle="Manage your customer relationships and information"
      records={customers}
      list={list}
      bulk={bulk}
      menu={
        <>
          <ImportButton subject="customers" work={CustomerImport} />
          <FindDuplicates kind="customers" />
          <ColumnChooser choice={list.choice} />
        </>
      }
      create={{
        label: 'Add Customer',
        first: 'Add Your First Customer',
        onClick: writing.ok ? dialogs.create : null,
      }}
      figures={<StatCards cards={cards} state={figures.data ? 'ready' : figures.state} />}
      rowActions={dialogs.rowActions}
      emptyHint="Add the companies that order from you. Converted leads also appear here."
      onOpenRow={dialogs.view}
      isRowMuted={isInactive}
    >
      <CustomerDialogs customers={customers} dialogs={dialogs} />
      {children}
    </ListPage>
  );
}

function useCustomerList(customers: Customers, figures: CustomerFigures | null) {
  const columns = useCustomerColumns(customers);
  const industries = customers.long ? figures?.industryNames : undefined;
  const filters = useMemo(
    () =>
      withChoices(customerFilters, {
        industry: industries?.map((value) => ({ value, label: value })),
      }),
    [industries],
  );
  const view = {
    name: 'customers',
    columns,
    defaultColumns,
    filters,
    sort: byName,
  };
  return useRecordList(customers, view, useCompany());
}

const noFigures: CustomerFigures = {
  total: 0,
  active: 0,
  thisMonth: 0,
  industries: 0,
};

function cardsOf(
  { total, active, thisMonth, industries }: CustomerFigures,
  written: (count: number) => string,
  shown: number | null,
) {
  return [
    {
      label: 'Total Customers',
      value: written(total),
      ...(shown === null ? {} : { hint: `(${written(shown)} shown)` }),
    },
    { label: 'Active Customers', value: written(active) },
    { label: 'This Month', value: written(thisMonth) },
    { label: 'Industries', value: written(industries) },
  ];
}
