import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { Transfer } from '../transfers.fields';
import { transferFigures, transferFilters } from '../transfers.filters';
import { useTransferDialogs } from './TransferActions';
import { useTransferColumns } from './TransferColumns';
import { TransferDialogs, type TransferForms } from './TransferDialogs';
import { useTransfers } from './transfers.client';

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

const cards: FigureCards<keyof typeof transferFigures> = [
  { of: 'total', label: 'Total Transfers' },
  { of: 'drafts', label: 'Drafts' },
  { of: 'doneThisMonth', label: 'Done This Month' },
];

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
      figures={<ListFigures list={list} records={transfers} of={transferFigures} cards={cards} />}
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
