import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Sort } from '~/kit/ui/grid/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Count, countFields } from '../counts.fields';
import { countFigures, countFilters } from '../counts.filters';
import { type Counts, useCounts } from './counts.client';

const CountForm = lazyDialog('opened', () => import('./CountForm'));

const defaultColumns = [
  'count_number',
  'location_name',
  'category_name',
  'count_date',
  'status',
  'line_count',
  'difference_value',
];
const sortKeys = ['created_at', 'count_number', 'count_date', 'location_name', 'status'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const except = ['id', 'location_id', 'category_id', 'created_by'] as const;
const noAsks: readonly never[] = [];

/** The list of stock counts (docs/product/counts.md#screens). */
export default function CountsPage() {
  const counts = useCounts();
  const company = useCompany();
  const columns = useColumns();
  const navigate = useNavigate();
  const list = useRecordList(
    counts,
    { name: 'counts', columns, defaultColumns, filters: countFilters, sort: newestFirst },
    company,
  );
  const canCreate = useMay('stock.create').ok;
  const dialogs = useRecordDialogs(counts.rows, noAsks, { canCreate });
  const create = canCreate ? dialogs.create : null;
  const open = ({ id }: Pick<Count, 'id'>) => void navigate({ to: `/counts/${id}` });
  return (
    <Page
      fill
      title="Stock Counts"
      subtitle="Count what is there"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={create}>New Stock Count</AddButton>
        </>
      }
    >
      <Figures counts={counts} />
      <RecordTools list={list} label="Search stock counts" />
      <RecordTable
        list={list}
        bulk={null}
        label="Stock Counts"
        rowActions={noAsks}
        failedText="Failed to load stock counts"
        emptyHint="Count what lies in a location, and post the differences."
        emptyAction={create ? <Button onClick={create}>Start Your First Stock Count</Button> : null}
        noMatchHint="No stock counts match your search and filters."
        onOpenRow={open}
      />
      <RecordFilters list={list} counted="stock counts" sortKeys={sortKeys} fileName={undefined} />
      <CountForm
        counts={counts}
        opened={dialogs.isCreating}
        onCreated={open}
        onClose={dialogs.close}
      />
    </Page>
  );
}

function useColumns() {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(countFields, {
        except,
        timeZone,
        today,
        required: ['count_number'],
        overrides: {
          count_number: { width: 160, copy: true },
          location_name: { width: 160 },
          category_name: {
            width: 160,
            text: ({ category_name }) => category_name ?? 'All categories',
          },
        },
      }),
    [timeZone, today],
  );
}

function Figures({ counts: { rows, state } }: { counts: Counts }) {
  const { total, open, posted } = useFiguresOf(rows, countFigures);
  return (
    <StatCards
      state={state}
      cards={[
        { label: 'Total Counts', value: formatNumber(total) },
        { label: 'Open', value: formatNumber(open) },
        { label: 'Posted', value: formatNumber(posted) },
      ]}
    />
  );
}
