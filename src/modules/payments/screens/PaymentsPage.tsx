import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { formatMoney } from '~/kit/shared/money';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { type FiltersState, useFilters } from '~/kit/ui/useFilters';
import { useMissingRecord } from '~/kit/ui/useMissingRecord';
import { useTableView } from '~/kit/ui/useTableView';
import { useCompany } from '~/modules/settings/screens/settings.client';
import { ReadOnlyNote } from '~/modules/workspaces/screens/ReadOnlyNote';
import { figuresOf } from '../figures.rules';
import type { Payment } from '../payments.fields';
import { paymentFilters } from '../payments.filters';
import { usePaymentColumns } from './PaymentColumns';
import { PaymentDialogs, usePaymentDialogs } from './PaymentDialogs';
import { type Payments, usePayments } from './payments.client';

const defaultColumns = [
  'id',
  'invoice_number',
  'customer_name',
  'amount',
  'payment_method',
  'payment_date',
  'status',
  'reference_number',
  'notes',
  'created_at',
  actionsKey,
];
const sortKeys = [
  'payment_date',
  'amount',
  'customer_name',
  'invoice_number',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'payment_date', direction: 'desc' };
const idOf = (payment: Payment) => payment.id;
const isFailed = (payment: Payment) => payment.status === 'failed';

/** "Payment Management" (spec 2 §2.6). */
export default function PaymentsPage() {
  const payments = usePayments();
  const { today } = useCompany();
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters('payments-filters');
  const columns = usePaymentColumns(payments);
  const choice = useColumnChoice('payments-table-columns', columns, defaultColumns);
  const dialogs = usePaymentDialogs(payments.rows);
  useMissingRecord('/payments', 'Payment', payments);
  const predicate = useMemo(
    () => predicateOf(paymentFilters, filters.values, { today }),
    [filters.values, today],
  );
  const view = { predicate: predicate ?? undefined, sort };
  const { rows } = useTableView(payments.rows, columns, view);
  const isFiltered = predicate !== null;
  return (
    <Page
      fill
      title="Payment Management"
      subtitle="Track and manage payment transactions"
      actions={
        <>
          <ColumnChooser choice={choice} />
          {dialogs.canWrite ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.record}>
              Record Payment
            </Button>
          ) : null}
        </>
      }
    >
      <ReadOnlyNote />
      <Figures payments={payments} shown={isFiltered ? rows.length : null} />
      <Tools filters={filters} rows={payments.rows} />
      <DataTable
        label="Payments"
        rows={rows}
        columns={choice.columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={choice.showsActions ? dialogs.rowActions : undefined}
        state={payments.state}
        loadingText="Loading payments..."
        failedText="Payments could not be loaded"
        onRetry={payments.retry}
        emptyText="No payments found"
        emptyHint={
          isFiltered
            ? 'No payment fits the search and filters.'
            : 'A payment is money that a customer paid towards an invoice.'
        }
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={filters.clear}>
              Clear All
            </Button>
          ) : dialogs.canWrite ? (
            <Button onClick={dialogs.record}>Record Payment</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isFailed}
      />
      <FilterPanel
        filters={paymentFilters}
        values={filters.values}
        rows={payments.rows}
        onApply={filters.replace}
        sort={{ columns, keys: sortKeys, value: sort, initial: newestFirst, onApply: setSort }}
        footer={
          payments.state === 'ready'
            ? `Showing ${rows.length} of ${payments.rows.length} payments`
            : null
        }
      />
      <PaymentDialogs payments={payments} dialogs={dialogs} />
    </Page>
  );
}

/** The four cards; `shown` is how many the filters leave, null without one. */
function Figures({ payments, shown }: { payments: Payments; shown: number | null }) {
  const { today } = useCompany();
  const figures = useMemo(() => figuresOf(payments.rows, today), [payments.rows, today]);
  const cards = [
    {
      label: 'Total Payments',
      value: String(figures.total),
      ...(shown === null ? {} : { hint: `(${shown} shown)` }),
    },
    { label: 'This Month', value: String(figures.thisMonth) },
    {
      label: 'Payment Methods',
      value: String(figures.methods),
      tooltip: 'How many different methods these payments were made by',
    },
    {
      label: 'Total Amount',
      value: formatMoney(figures.amount, 'INR'),
      tooltip: 'The sum of completed payments',
    },
  ];
  return <StatCards cards={cards} loading={payments.state === 'loading'} />;
}

function Tools({ filters, rows }: { filters: FiltersState; rows: readonly Payment[] }) {
  return (
    <>
      <ListSearch
        label="Search payments"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      />
      <FilterChips
        filters={paymentFilters}
        values={filters.values}
        rows={rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
    </>
  );
}
