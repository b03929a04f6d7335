import { Button } from '@mantine/core';
import { IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ViewToggle } from '~/kit/ui/elements/ViewToggle';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { loadAhead, untilLoaded } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { SortSelect } from '~/kit/ui/list/SortSelect';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useCustomerChoices } from '~/modules/sales/customers/screens/useCustomerChoices';
import type { Quotation } from '../quotations.fields';
import { figuresOf, quotationFilters } from '../quotations.filters';
import { quotationLabel } from '../quotations.rules';
import { mostActions, useQuotationDialogs } from './QuotationActions';
import { useQuotationColumns } from './QuotationColumns';
import { QuotationDialogs } from './QuotationDialogs';
import { type Quotations, useQuotations } from './quotations.client';

const loadBoard = () => untilLoaded(() => import('./QuotationBoard'));
const QuotationBoard = ownFile(async () => (await loadBoard()).QuotationBoard);

const views = [
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
  { value: 'board', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
] as const;

const defaultColumns = [
  'quotation_number',
  'customer_name',
  'status',
  'valid_until',
  'total_amount',
  'quotation_date',
  'item_count',
  'reference',
  'created_by_name',
  actionsKey,
];

const sortKeys = [
  'created_at',
  'quotation_number',
  'customer_name',
  'status',
  'total_amount',
  'quotation_date',
  'valid_until',
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isSuperseded = ({ status }: Quotation) => status === 'superseded';

/** "Quotations" (docs/product/quotations.md#screen). */
export default function QuotationsPage() {
  const quotations = useQuotations();
  const { today } = useCompany();
  const list = useQuotationList(quotations);
  const fileName = useMay('quotations.export').ok ? `quotations-${today}` : undefined;
  const bulk = useBulk('quotations', { today, nameOf: quotationLabel });
  const dialogs = useQuotationDialogs(quotations.rows);
  useMissingRecord('/quotations', 'Quotation', quotations);
  useEffect(() => loadAhead(loadBoard), []);
  return (
    <Page
      fill
      title="Quotations"
      subtitle="Prepare, send and track quotations"
      actions={
        <>
          <ViewToggle label="View" views={views} value={list.layout} onChange={list.setLayout} />
          <MoreActions>
            <ColumnChooser choice={list.choice} />
          </MoreActions>
          <AddButton onClick={dialogs.create}>New Quotation</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <Figures quotations={quotations} shown={list.isFiltered ? list.rows.length : null} />
      <Tools list={list} />
      {list.layout === 'board' ? (
        <QuotationBoard
          coming={<p role="status">Loading quotations...</p>}
          quotations={quotations}
          rows={list.rows}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      ) : (
        <RecordTable
          list={list}
          bulk={bulk}
          label="Quotations"
          rowActions={dialogs.rowActions}
          mostActions={mostActions}
          emptyHint="A quotation offers items and services to a customer or a lead until a day."
          emptyAction={<FirstButton onClick={dialogs.create} />}
          onOpenRow={dialogs.view}
          isRowMuted={isSuperseded}
        />
      )}
      <RecordFilters list={list} counted="quotations" sortKeys={sortKeys} fileName={fileName} />
      <QuotationDialogs quotations={quotations} dialogs={dialogs} />
    </Page>
  );
}

function FirstButton({ onClick }: { onClick: (() => void) | null }) {
  return onClick ? <Button onClick={onClick}>Create Your First Quotation</Button> : null;
}

function Tools({ list }: { list: RecordList<Quotation> }) {
  return (
    <RecordTools list={list} label="Search quotations">
      {list.layout === 'board' ? (
        <SortSelect columns={list.columns} keys={sortKeys} sort={list.sort} onSort={list.setSort} />
      ) : null}
    </RecordTools>
  );
}

function useQuotationList(quotations: Quotations) {
  const columns = useQuotationColumns(quotations);
  const customers = useCustomerChoices(quotations.rows);
  const filters = useMemo(() => quotationFilters(customers), [customers]);
  const view = {
    name: 'quotations',
    columns,
    defaultColumns,
    filters,
    sort: newestFirst,
    layout: 'list' as const,
  };
  return useRecordList(quotations, view, useCompany());
}

function Figures({ quotations, shown }: { quotations: Quotations; shown: number | null }) {
  const figures = useMemo(() => figuresOf(quotations.rows), [quotations.rows]);
  return (
    <StatCards
      state={quotations.state}
      cards={[
        {
          label: 'Total Quotations',
          value: formatNumber(figures.total),
          tooltip: 'Each quotation once, by its newest revision',
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        {
          label: 'Waiting',
          value: formatNumber(figures.waiting),
          tooltip: 'Sent, and not decided yet',
        },
        { label: 'Accepted', value: formatNumber(figures.accepted) },
        {
          label: 'Value Open',
          value: formatMoney(figures.openValue, 'INR'),
          tooltip: 'The totals of sent and accepted quotations',
        },
      ]}
    />
  );
}
