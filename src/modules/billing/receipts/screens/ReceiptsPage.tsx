import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Receipt } from '../receipts.fields';
import { receiptFigures, receiptFilters } from '../receipts.filters';
import { useReceiptDialogs } from './ReceiptActions';
import { useReceiptColumns } from './ReceiptColumns';
import { ReceiptDialogs } from './ReceiptDialogs';
import { type Receipts, useReceipts } from './receipts.client';

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
        onClick: dialogs.record,
      }}
      figures={<Figures receipts={receipts} shown={filteredCount(list)} />}
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

function Figures({ receipts, shown }: { receipts: Receipts; shown: number | null }) {
  const figures = useFiguresOf(receipts.rows, receiptFigures);
  return (
    <StatCards
      state={receipts.state}
      cards={[
        {
          label: 'Total Receipts',
          value: formatNumber(figures.total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        {
          label: 'Received This Month',
          value: formatMoney(figures.thisMonth, 'INR'),
          tooltip: 'The money of completed receipts',
        },
        {
          label: 'Unallocated',
          value: formatMoney(figures.unallocated, 'INR'),
          tooltip: 'The part of completed receipts that is left for invoices',
        },
      ]}
    />
  );
}
