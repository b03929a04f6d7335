import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { viewAction } from '~/kit/ui/grid/RowActions';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { Count } from '../counts.fields';
import { countFigures, countFilters } from '../counts.filters';
import { countAsks, useCountActions } from './CountActions';
import { useCountColumns } from './CountColumns';
import { CountQuestions } from './CountQuestions';
import { useCounts } from './counts.client';

const CountForm = lazyDialog('opened', () => import('./CountForm'));

const defaultColumns = [
  'count_number',
  'location_name',
  'category_name',
  'count_date',
  'status',
  'line_count',
  'difference_value',
  actionsKey,
];
const sortKeys = ['created_at', 'count_number', 'count_date', 'location_name', 'status'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const nameOf = ({ count_number }: Count) => count_number;

const cards: FigureCards<keyof typeof countFigures> = [
  { of: 'total', label: 'Total Counts' },
  { of: 'open', label: 'Open' },
  { of: 'posted', label: 'Posted' },
];

/** The list of stock counts (docs/product/counts.md#screens). */
export default function CountsPage() {
  const counts = useCounts();
  const company = useCompany();
  const columns = useCountColumns(counts);
  const navigate = useNavigate();
  const list = useRecordList(
    counts,
    { name: 'counts', columns, defaultColumns, filters: countFilters, sort: newestFirst },
    company,
  );
  const bulk = useBulk('counts', { today: company.today, nameOf });
  const canCreate = useMay('stock.create').ok;
  const dialogs = useRecordDialogs(counts.rows, countAsks, { canCreate });
  const open = useCallback(
    ({ id }: Pick<Count, 'id'>) => void navigate({ to: recordPath('counts', id) }),
    [navigate],
  );
  const actions = useCountActions(dialogs.show);
  const rowActions = useMemo(() => [viewAction(open), ...actions], [open, actions]);
  const { record } = dialogs;
  const ask = countAsks.find((each) => each === dialogs.openDialog) ?? null;
  return (
    <ListPage
      of="counts"
      subtitle="Count what is there"
      records={counts}
      list={list}
      bulk={bulk}
      create={{
        label: 'New Stock Count',
        first: 'Start Your First Stock Count',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={counts} of={countFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={rowActions}
      emptyHint="Count what lies in a location, and post the differences."
      noMatchHint="No stock counts match your search and filters."
      onOpenRow={open}
    >
      <CountForm
        counts={counts}
        opened={dialogs.isCreating}
        onCreated={open}
        onClose={dialogs.close}
      />
      {record ? (
        <CountQuestions count={record} counts={counts} questions={{ ask, close: dialogs.close }} />
      ) : null}
    </ListPage>
  );
}
