import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Receipt } from '../receipts.fields';
import { receiptFigures, receiptFilters } from '../receipts.filters';
import { useReceiptDialogs } from './ReceiptActions';
import { useReceiptColumns } from './ReceiptColumns';
import { ReceiptDialogs } from './ReceiptDialogs';
import { useReceipts } from './receipts.client';

const defaultColumns = [
  'receipt_number',
  'customer_name',
  'receipt_date',
  'payment_method',
  'reference_number',
  'amount',
  'unallocated',
  'status',
  actionsKey,
];
const sortKeys = [
  'created_at',
  'receipt_number',
  'customer_name',
  'receipt_date',
  'amount',
  'unallocated',
  'status',
];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isCancelled = ({ status }: Receipt) => status === 'cancelled';

const cards: FigureCards<keyof typeof receiptFigures> = [
  { of: 'total', label: 'Total Receipts' },
  {
    of: 'thisMonth',
    isMoney: true,
    label: 'Received This Month',
    tooltip: 'The money of completed receipts',
  },
  {
    of: 'unallocated',
    isMoney: true,
    label: 'Unallocated',
    tooltip: 'The part of completed receipts that is left for invoices',
  },
];

/** The list of receipts (docs/product/receipts.md#screen). */
export default function ReceiptsPage() {
  const receipts = useReceipts();
  const columns = useReceiptColumns();
  const company = useCompany();
  const dialogs = useReceiptDialogs(receipts.rows);
  const view = {
    name: 'receipts',
    columns,
    defaultColumns,
    filters: receiptFilters,
    sort: newestFirst,
  };
  const list = useRecordList(receipts, view, company);
  return (
    <ListPage
      of="receipts"
      subtitle="Record one sum over many invoices"
      records={receipts}
      list={list}
      create={{
        label: 'Record Receipt',
        first: 'Record Your First Receipt',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={receipts} of={receiptFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Record one sum from a customer that pays many invoices."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <ReceiptDialogs receipts={receipts} dialogs={dialogs} />
    </ListPage>
  );
}
