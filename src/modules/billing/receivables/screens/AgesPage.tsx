import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import type { Filter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { tablet } from '~/kit/ui/theme/breakpoints';
import { InstantDateInput } from '~/kit/ui/inputs/DateInput';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { type StatCard, StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { actionsKey, type Column, type RowAction, type Sort } from '~/kit/ui/columns/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import type { ReceivablesSums } from '../receivables.fields';
import { AgesBar } from './AgesBar';
import type { useAges } from './receivables.client';
import classes from './AgesPage.module.css';

interface Ages {
  entered_later: number;
  totals: ReceivablesSums;
}

interface Props<Row extends { id: number }> {
  title: string;
  subtitle: string;
  /** The parties in its texts: `customers`. */
  parties: string;
  emptyHint: string;
  ages: ReturnType<typeof useAges<Ages>> & { rows: readonly Row[] };
  cards: readonly StatCard[];
  view: AgesView<Row>;
  /** The last row, with the sums of those that are shown. */
  totalOf: (rows: readonly Row[]) => Row;
  actions: {
    rowActions: readonly RowAction<Row>[];
    open: (row: Row) => void;
    dialogs: ReactNode;
  };
  mayExport: boolean;
}

type AgesView<Row> = ReturnType<typeof agesView<Row>>;

/** What the list shows at first: all columns, those who owe most above. */
export function agesView<Row>(
  name: string,
  columns: readonly Column<Row>[],
  filters: readonly Filter<Row>[],
) {
  const sort: Sort = { key: 'total', direction: 'desc' };
  const defaultColumns = [...columns.map(({ key }) => key), actionsKey];
  return { name, columns, defaultColumns, filters, sort };
}

interface AgesFigures {
  outstanding: number;
  overdue: number;
  due_this_week: number;
}

/** The first cards; `papers` as their texts call them: `invoices`. */
export function agesCards(papers: string, figures: AgesFigures | undefined, asOf: Day): StatCard[] {
  const { outstanding = 0, overdue = 0, due_this_week = 0 } = figures ?? {};
  const day = formatDay(asOf);
  return [
    {
      label: 'Outstanding',
      value: formatMoney(outstanding, 'INR'),
      tooltip: `The unpaid balances of ${papers} on ${day}, before credit`,
    },
    {
      label: 'Overdue',
      value: formatMoney(overdue, 'INR'),
      ...(overdue > 0 ? { tone: 'bad' } : {}),
      tooltip: `The balances past their due date on ${day}`,
    },
    {
      label: 'Due This Week',
      value: formatMoney(due_this_week, 'INR'),
      tooltip: `The balances due on ${day} or in the 7 days after`,
    },
  ];
}

/** The balances of customers or vendors by age at the end of a day (docs/product/receivables.md#screen). */
export function AgesPage<Row extends { id: number }>(props: Props<Row>) {
  const { title, parties, ages, view, totalOf, actions } = props;
  const { data, asOf, state } = ages;
  const { name } = view;
  const list = useRecordList(ages, view);
  const rows = useMemo(
    () => (list.rows.length === 0 ? list.rows : [...list.rows, totalOf(list.rows)]),
    [list.rows, totalOf],
  );
  // On a phone the figures above the table would leave no room for it: there the page scrolls as a whole.
  const isNarrow = useMediaQuery(tablet, false, { getInitialValueInEffect: false });
  return (
    <Page
      fill={!isNarrow}
      title={title}
      subtitle={props.subtitle}
      actions={<ColumnChooser choice={list.choice} />}
    >
      <AsOf name={name} ages={ages} />
      <StatCards state={state} cards={props.cards} />
      {data && state !== 'failed' ? <AgesBar totals={data.totals} /> : null}
      <RecordTools list={list} label={`Search ${parties}`} />
      <RecordTable
        list={{ ...list, rows }}
        label={title}
        rowActions={actions.rowActions}
        emptyHint={props.emptyHint}
        noMatchHint={`No ${parties} match your search and filters.`}
        onOpenRow={actions.open}
      />
      <RecordFilters
        list={list}
        counted={parties}
        sortKeys={view.columns.map(({ key }) => key)}
        fileName={props.mayExport ? `${name}-${asOf}` : undefined}
      />
      {actions.dialogs}
    </Page>
  );
}

function AsOf({ name, ages }: { name: string; ages: ReturnType<typeof useAges<Ages>> }) {
  const { data, typed, setAsOf } = ages;
  const later = data?.entered_later ?? 0;
  return (
    <div className={classes.asOf}>
      <label htmlFor={`${name}-as-of`}>As of</label>
      <InstantDateInput id={`${name}-as-of`} value={typed} onChange={setAsOf} />
      <SoftText as="span" role="status">
        {later === 0
          ? ''
          : `${counted(later, 'document')} ${later === 1 ? 'was' : 'were'} entered later`}
      </SoftText>
    </div>
  );
}
