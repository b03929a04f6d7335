import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import type { WithExtras } from '~/modules/records/records/screens/Extras';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { PurchaseOrder } from '../purchase-orders.fields';
import { purchaseOrderFigures, purchaseOrderFilters } from '../purchase-orders.filters';
import { purchaseLabel } from '../purchase-orders.rules';
import { usePurchaseOrderDialogs } from './PurchaseOrderActions';
import { usePurchaseOrderColumns } from './PurchaseOrderColumns';
import { PurchaseOrderDialogs } from './PurchaseOrderDialogs';
import { usePurchaseOrders } from './purchase-orders.client';

const defaultColumns = [
  'purchase_number',
  'vendor_name',
  'status',
  'expected_date',
  'total_amount',
  'open_amount',
  'receipt_state',
  'bill_state',
  'order_date',
  actionsKey,
];

const sortKeys = [
  'created_at',
  'purchase_number',
  'vendor_name',
  'status',
  'total_amount',
  'order_date',
  'expected_date',
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isCancelled = ({ status }: PurchaseOrder) => status === 'cancelled';

const cards: FigureCards<keyof typeof purchaseOrderFigures> = [
  { of: 'total', label: 'Total Orders' },
  { of: 'awaiting', label: 'Awaiting Goods', tooltip: 'Ordered, and not all is received' },
  { of: 'late', label: 'Late', tooltip: 'Ordered, and the expected date has passed' },
  {
    of: 'open',
    isMoney: true,
    label: 'Value Open',
    tooltip: 'What is still to come of ordered purchase orders, before tax',
  },
];

/** "Purchase Orders" (docs/product/purchase-orders.md#screen). */
export function PurchaseOrdersPage(above: WithExtras<PurchaseOrder>) {
  const orders = usePurchaseOrders();
  const company = useCompany();
  const columns = usePurchaseOrderColumns(orders);
  const view = {
    name: 'purchase_orders',
    columns,
    defaultColumns,
    filters: purchaseOrderFilters,
    sort: newestFirst,
  };
  const list = useRecordList(orders, view, company);
  const bulk = useBulk('purchase_orders', { today: company.today, nameOf: purchaseLabel });
  const dialogs = usePurchaseOrderDialogs(orders.rows, above);
  return (
    <ListPage
      of="purchase_orders"
      subtitle="Order goods and follow what comes"
      records={orders}
      list={list}
      bulk={bulk}
      create={{
        label: 'New Purchase Order',
        first: 'Create Your First Purchase Order',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={orders} of={purchaseOrderFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="A purchase order says what a vendor is to deliver, at what price and until when."
      noMatchHint="No purchase orders match your search and filters."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <PurchaseOrderDialogs orders={orders} dialogs={dialogs} />
    </ListPage>
  );
}
