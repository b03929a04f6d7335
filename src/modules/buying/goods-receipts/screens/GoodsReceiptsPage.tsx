import { useMemo } from 'react';
import { columnsForMany } from '~/kit/ui/columns/columns';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useActiveLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import {
  type GoodsReceipt,
  goodsReceiptFields,
  receiptHeader,
  receiptStatuses,
} from '../goods-receipts.fields';
import { receiptFigures, receiptFilters } from '../goods-receipts.filters';
import { useReceipts } from './goods-receipts.client';
import { useReceiptDialogs } from './ReceiptActions';
import { useReceiptColumns } from './ReceiptColumns';
import { ReceiptDialogs } from './ReceiptDialogs';
import { IconAdjustments } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const defaultColumns = [
  'goods_receipt_number',
  'kind',
  'purchase_number',
  'vendor_name',
  'receipt_date',
  'status',
  'item_count',
  'vendor_challan',
  actionsKey,
];
const sortKeys = [
  'created_at',
  'goods_receipt_number',
  'purchase_number',
  'vendor_name',
  'receipt_date',
];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const nameOf = ({ goods_receipt_number }: GoodsReceipt) => goods_receipt_number;
const isCancelled = ({ status }: GoodsReceipt) => status === 'cancelled';

const cards: FigureCards<keyof typeof receiptFigures> = [
  { of: 'total', label: 'Total Receipts' },
  { of: 'receivedToday', label: 'Received Today' },
  { of: 'rejectedThisMonth', label: 'Rejected This Month' },
  { of: 'toBill', label: 'To Bill' },
];

/** The list of goods receipts (docs/product/goods-receipts.md#screen). */
export default function GoodsReceiptsPage() {
  const receipts = useReceipts();
  const columns = useReceiptColumns();
  const dialogs = useReceiptDialogs(receipts.rows);
  const view = {
    name: 'goods_receipts',
    columns,
    defaultColumns,
    filters: receiptFilters,
    sort: newestFirst,
  };
  const company = useCompany();
  const list = useRecordList(receipts, view, company);
  const bulk = useBulk('goods_receipts', {
    today: company.today,
    nameOf,
    columns: useChangedColumns(),
  });
  return (
    <ListPage
      of="goods_receipts"
      subtitle="What came, and what went back"
      records={receipts}
      list={list}
      bulk={bulk}
      menu={<OverReceipt />}
      create={{
        label: 'Receive',
        first: 'Receive Your First Goods',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={receipts} of={receiptFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="A goods receipt enters what came for a purchase order."
      noMatchHint="No goods receipts match your search and filters."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <ReceiptDialogs receipts={receipts} dialogs={dialogs} />
    </ListPage>
  );
}

const statusesByHand = receiptStatuses.filter(({ value }) => value !== 'draft');

/** What many receipts are given; a location where there are several. */
function useChangedColumns() {
  const locations = useActiveLocations();
  return useMemo(() => {
    const names = receiptHeader.filter((name) => name !== 'location_id' || locations.length > 0);
    return columnsForMany<typeof goodsReceiptFields, GoodsReceipt>(
      goodsReceiptFields,
      ['status', ...names],
      {
        status: statusesByHand,
        location_id: locations.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    );
  }, [locations]);
}

const fields = {
  over_receipt_percent: field.percent({ label: 'More than Ordered (%)', required: true }),
};
const sections = [{ title: '', names: ['over_receipt_percent'] as const }];

/** "Over-Receipt": how much more than ordered is taken (docs/product/goods-receipts.md#receiving). */
function OverReceipt() {
  const { role } = useSession();
  const { over_receipt_percent } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Over-Receipt"
      icon={<IconAdjustments size={16} aria-hidden />}
      title="Over-Receipt"
      fields={fields}
      sections={sections}
      initial={{ over_receipt_percent }}
      submitLabel="Save"
      patchOf={(values) => ({ over_receipt_percent: values.over_receipt_percent ?? 0 })}
      done="Over-receipt updated successfully"
    />
  );
}
