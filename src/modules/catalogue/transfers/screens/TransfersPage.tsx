import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/workspaces.client';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { Transfer } from '../transfers.fields';
import { transferFigures, transferFilters } from '../transfers.filters';
import { useTransferDialogs } from './TransferActions';
import { useTransferColumns } from './TransferColumns';
import { TransferDialogs, type TransferForms } from './TransferDialogs';
import { type Transfers, useTransfers } from './transfers.client';

const defaultColumns = [
  'transfer_number',
  'from_name',
  'to_name',
  'transfer_date',
  'status',
  'item_count',
  'vehicle_number',
  actionsKey,
];
const sortKeys = ['created_at', 'transfer_number', 'from_name', 'to_name', 'transfer_date'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const nameOf = ({ transfer_number }: Transfer) => transfer_number;
const isCancelled = ({ status }: Transfer) => status === 'cancelled';

/** The list of transfers (docs/product/transfers.md#screen). */
export function TransfersPage(forms: TransferForms) {
  const transfers = useTransfers();
  const columns = useTransferColumns(transfers);
  const dialogs = useTransferDialogs(transfers.rows);
  const view = {
    name: 'transfers',
    columns,
    defaultColumns,
    filters: transferFilters,
    sort: newestFirst,
  };
  const company = useCompany();
  const list = useRecordList(transfers, view, company);
  const bulk = useBulk('transfers', { today: company.today, nameOf });
  return (
    <ListPage
      of="transfers"
      subtitle="Move goods between locations"
      records={transfers}
      list={list}
      bulk={bulk}
      create={{
        label: 'New Transfer',
        first: 'Add Your First Transfer',
        onClick: dialogs.create,
      }}
      figures={<Figures transfers={transfers} shown={filteredCount(list)} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="A transfer moves goods from one location to another."
      noMatchHint="No transfers match your search and filters."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <TransferDialogs transfers={transfers} dialogs={dialogs} {...forms} />
    </ListPage>
  );
}

function Figures({ transfers, shown }: { transfers: Transfers; shown: number | null }) {
  const { total, drafts, doneThisMonth } = useFiguresOf(transfers.rows, transferFigures);
  return (
    <StatCards
      state={transfers.state}
      cards={[
        {
          label: 'Total Transfers',
          value: formatNumber(total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        { label: 'Drafts', value: formatNumber(drafts) },
        { label: 'Done This Month', value: formatNumber(doneThisMonth) },
      ]}
    />
  );
}
