import { withChoices } from '~/kit/shared/filters/kind-filters';
import { type ReactNode, useMemo } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { actionsKey, type RowAction, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useListFigures } from '~/modules/organization/company/screens/useListFigures';
import { ComputedFigures, type FigureCards } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { FindDuplicates } from '~/modules/records/duplicates/screens/FindDuplicates';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import type { Customer } from '../customers.fields';
import { type CustomerFigures, customerFigures, customerFilters } from '../customers.filters';
import { useCustomerColumns } from './CustomerColumns';
import { CustomerDialogs } from './CustomerDialogs';
import { type Customers, useCustomers } from './customers.client';
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

const cards: FigureCards<keyof typeof customerFigures> = [
  { of: 'total', label: 'Total Customers' },
  { of: 'active', label: 'Active Customers' },
  { of: 'thisMonth', label: 'This Month' },
  { of: 'industries', label: 'Industries' },
];

export function CustomersPage({ actions = none, children }: Props) {
  const customers = useCustomers();
  const figures = useListFigures(customers, '/customers/figures', customerFigures);
  const list = useCustomerList(customers, figures.data);
  const { today } = useCompany();
  const bulk = useBulk('customers', { today, nameOf });
  const dialogs = useCustomerDialogs(customers.rows, actions);
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
        </>
      }
      create={{
        label: 'Add Customer',
        first: 'Add Your First Customer',
        onClick: dialogs.create,
      }}
      figures={<ComputedFigures list={list} figures={figures} cards={cards} />}
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
