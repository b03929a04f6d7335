import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { tablet } from '~/kit/ui/elements/breakpoints';
import { InstantDateInput } from '~/kit/ui/elements/DateInput';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { receivableFilters } from '../receivables.filters';
import { totalsOf } from '../receivables.rules';
import { AgesBar } from './AgesBar';
import { useReceivableActions } from './ReceivableActions';
import { receivableColumns, totalsId } from './ReceivableColumns';
import { type Debtor, type ReceivablesList, useReceivables } from './receivables.client';
import classes from './ReceivablesPage.module.css';

const defaultColumns = [...receivableColumns.map(({ key }) => key), actionsKey];
const sortKeys = receivableColumns.map(({ key }) => key);
const mostFirst: Sort = { key: 'total', direction: 'desc' };
const view = {
  name: 'receivables',
  columns: receivableColumns,
  defaultColumns,
  filters: receivableFilters,
  sort: mostFirst,
};

/** The balances of customers by age (docs/product/receivables.md#screen). */
export default function ReceivablesPage() {
  const receivables = useReceivables();
  const list = useRecordList(receivables, view);
  const { rowActions, open, dialogs } = useReceivableActions();
  const mayExport = useMay('receipts.export').ok;
  const { data, asOf, state } = receivables;
  const rows = useMemo(() => withTotals(list.rows), [list.rows]);
  // On a phone the figures above the table would leave no room for it: there the page scrolls as a whole.
  const isNarrow = useMediaQuery(tablet, false, { getInitialValueInEffect: false });
  return (
    <Page
      fill={!isNarrow}
      title="Receivables"
      subtitle="Outstanding invoices by customer and age"
      actions={<ColumnChooser choice={list.choice} />}
    >
      <AsOf receivables={receivables} />
      <Figures receivables={receivables} />
      {data && state !== 'failed' ? <AgesBar totals={data.totals} /> : null}
      <RecordTools list={list} label="Search customers" />
      <RecordTable
        list={{ ...list, rows }}
        label="Receivables"
        rowActions={rowActions}
        emptyHint="Customers with unpaid invoices or credit appear here."
        noMatchHint="No customers match your search and filters."
        onOpenRow={open}
      />
      <RecordFilters
        list={list}
        counted="customers"
        sortKeys={sortKeys}
        fileName={mayExport ? `receivables-${asOf}` : undefined}
      />
      {dialogs}
    </Page>
  );
}

/** The last row has the sums of those that are shown. */
function withTotals(rows: readonly Debtor[]): readonly Debtor[] {
  if (rows.length === 0) return rows;
  const sums = { id: totalsId, customer_id: totalsId, customer_name: 'Total', ...totalsOf(rows) };
  return [...rows, sums];
}

function AsOf({ receivables }: { receivables: ReceivablesList }) {
  const { data, typed, setAsOf } = receivables;
  const later = data?.entered_later ?? 0;
  return (
    <div className={classes.asOf}>
      <label htmlFor="receivables-as-of">As of</label>
      <InstantDateInput id="receivables-as-of" value={typed} onChange={setAsOf} />
      <SoftText as="span" role="status">
        {later === 0
          ? ''
          : `${counted(later, 'document')} ${later === 1 ? 'was' : 'were'} entered later`}
      </SoftText>
    </div>
  );
}

function Figures({ receivables: { data, state, asOf } }: { receivables: ReceivablesList }) {
  const figures = data?.figures;
  const value = (amount: number | undefined) => formatMoney(amount ?? 0, 'INR');
  const day = formatDay(asOf);
  return (
    <StatCards
      state={state}
      cards={[
        {
          label: 'Outstanding',
          value: value(figures?.outstanding),
          tooltip: `The unpaid balances of invoices on ${day}, before credit`,
        },
        {
          label: 'Overdue',
          value: value(figures?.overdue),
          ...((figures?.overdue ?? 0) > 0 ? { tone: 'bad' as const } : {}),
          tooltip: `The balances past their due date on ${day}`,
        },
        {
          label: 'Due This Week',
          value: value(figures?.due_this_week),
          tooltip: `The balances due on ${day} or in the 7 days after`,
        },
        {
          label: 'Collected This Month',
          value: value(figures?.collected_this_month),
          tooltip: `Completed payments of the month up to ${day}, without TDS and round-off`,
        },
      ]}
    />
  );
}
