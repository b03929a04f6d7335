import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { formatMoney } from '~/kit/shared/money';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { type StatCard, StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { type FiltersState, useFilters } from '~/kit/ui/useFilters';
import { useMissingRecord } from '~/kit/ui/useMissingRecord';
import { useTableView } from '~/kit/ui/useTableView';
import { useCompany } from '~/modules/settings/screens/settings.client';
import { useSession } from '~/modules/users/screens/session.client';
import { ReadOnlyNote } from '~/modules/workspaces/screens/ReadOnlyNote';
import { figuresOf } from '../dues.rules';
import type { Invoice } from '../invoices.fields';
import { invoiceFilters } from '../invoices.filters';
import { useInvoiceColumns } from './InvoiceColumns';
import { mostActions, useInvoiceDialogs } from './InvoiceActions';
import { InvoiceDialogs, type PaymentParts } from './InvoiceDialogs';
import { type Invoices, useInvoices } from './invoices.client';

const defaultColumns = [
  'invoice_number',
  'customer_name',
  'invoice_date',
  'due_date',
  'total_amount',
  'balance_due',
  'status',
  actionsKey,
];
const sortKeys = [
  'invoice_date',
  'due_date',
  'invoice_number',
  'customer_name',
  'total_amount',
  'balance_due',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'invoice_date', direction: 'desc' };
const idOf = (invoice: Invoice) => invoice.id;
const isCancelled = (invoice: Invoice) => invoice.status === 'cancelled';

/** "Invoice Management" (spec 2 §2.5); `payments` are the parts of the payments, which stand above the invoices. */
export function InvoicesPage({ payments }: { payments: PaymentParts }) {
  const invoices = useInvoices();
  const { today } = useCompany();
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters('invoices-filters');
  const columns = useInvoiceColumns(invoices);
  const choice = useColumnChoice('invoices-table-columns', columns, defaultColumns);
  const dialogs = useInvoiceDialogs(invoices);
  useMissingRecord('/invoices', 'Invoice', invoices);
  const predicate = useMemo(
    () => predicateOf(invoiceFilters, filters.values, { today }),
    [filters.values, today],
  );
  const view = { predicate: predicate ?? undefined, sort };
  const { rows } = useTableView(invoices.rows, columns, view);
  const isFiltered = predicate !== null;
  return (
    <Page
      fill
      title="Invoice Management"
      subtitle="Track and manage customer invoices and payments"
      actions={
        <>
          <NumbersLink />
          <ColumnChooser choice={choice} />
          <RefreshButton invoices={invoices} />
          {dialogs.rights.canCreate ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
              New Invoice
            </Button>
          ) : null}
        </>
      }
    >
      <ReadOnlyNote />
      <Figures invoices={invoices} shown={isFiltered ? rows.length : null} />
      <Tools filters={filters} rows={invoices.rows} />
      <DataTable
        label="Invoices"
        rows={rows}
        columns={choice.columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={choice.showsActions ? dialogs.rowActions : undefined}
        mostActions={mostActions}
        state={invoices.state}
        loadingText="Loading invoices..."
        failedText="Invoices could not be loaded"
        onRetry={invoices.retry}
        emptyText="No invoices found"
        emptyHint={
          isFiltered
            ? 'No invoice fits the search and filters.'
            : 'An invoice asks a customer for money: from an order, or from scratch.'
        }
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={filters.clear}>
              Clear All
            </Button>
          ) : dialogs.rights.canCreate ? (
            <Button onClick={dialogs.create}>New Invoice</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isCancelled}
      />
      <FilterPanel
        filters={invoiceFilters}
        values={filters.values}
        rows={invoices.rows}
        onApply={filters.replace}
        sort={{ columns, keys: sortKeys, value: sort, initial: newestFirst, onApply: setSort }}
        footer={
          invoices.state === 'ready'
            ? `Showing ${rows.length} of ${invoices.rows.length} invoices`
            : null
        }
      />
      <InvoiceDialogs invoices={invoices} dialogs={dialogs} payments={payments} />
    </Page>
  );
}

/** "Number Series": how the legal numbers stand, for administrators. */
function NumbersLink() {
  const { role } = useSession();
  if (role !== 'admin') return null;
  return (
    <Button component={Link} to="/invoices/numbers" variant="default">
      Number Series
    </Button>
  );
}

function RefreshButton({ invoices }: { invoices: Invoices }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={invoices.retry}
    >
      Refresh
    </Button>
  );
}

/** The four cards; `shown` is how many the filters leave, null without one. */
function Figures({ invoices, shown }: { invoices: Invoices; shown: number | null }) {
  const { today } = useCompany();
  const figures = useMemo(() => figuresOf(invoices.rows, today), [invoices.rows, today]);
  const cards: StatCard[] = [
    {
      label: 'Total Invoices',
      value: String(figures.total),
      ...(shown === null ? {} : { hint: `(${shown} shown)` }),
    },
    { label: 'Paid Invoices', value: String(figures.paid), tone: 'good' },
    {
      label: 'Overdue',
      value: String(figures.overdue),
      ...(figures.overdue > 0 ? { tone: 'bad' as const } : {}),
      tooltip: 'Past their due date and neither paid nor cancelled',
    },
    {
      label: 'Total Revenue',
      value: formatMoney(figures.revenue, 'INR'),
      tooltip: 'The totals of issued invoices that are not cancelled',
    },
  ];
  return <StatCards cards={cards} loading={invoices.state === 'loading'} />;
}

function Tools({ filters, rows }: { filters: FiltersState; rows: readonly Invoice[] }) {
  return (
    <>
      <ListSearch
        label="Search invoices"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      />
      <FilterChips
        filters={invoiceFilters}
        values={filters.values}
        rows={rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
    </>
  );
}
