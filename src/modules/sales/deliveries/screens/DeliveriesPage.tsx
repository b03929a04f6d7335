import { useMemo } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { columnsForMany } from '~/kit/ui/columns/columns';
import type { Sort } from '~/kit/ui/columns/tableColumn';
import { actionsKey } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import {
  type Delivery,
  deliveryFields,
  deliveryStatuses,
  transportNames,
} from '../deliveries.fields';
import { deliveryFigures, deliveryFilters } from '../deliveries.filters';
import { useDeliveryDialogs } from './DeliveryActions';
import { useDeliveryColumns } from './DeliveryColumns';
import { DeliveryDialogs, type DeliveryForms } from './DeliveryDialogs';
import { pickingOf, savePickingList } from '~/modules/sales/orders/screens/PickingList';
import { useDeliveries, useToDispatch } from './deliveries.client';

const defaultColumns = [
  'delivery_number',
  'order_number',
  'customer_name',
  'delivery_date',
  'status',
  'item_count',
  'transporter_name',
  'vehicle_number',
  actionsKey,
];
const sortKeys = ['created_at', 'delivery_number', 'customer_name', 'delivery_date', 'status'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

const nameOf = ({ delivery_number }: Delivery) => delivery_number;
const changed = columnsForMany<typeof deliveryFields, Delivery>(
  deliveryFields,
  ['status', 'delivery_date', ...transportNames],
  { status: deliveryStatuses.filter(({ value }) => value !== 'draft') },
);
const isCancelled = ({ status }: Delivery) => status === 'cancelled';

/** The list of deliveries (docs/product/deliveries.md#screen). */
export function DeliveriesPage(forms: DeliveryForms) {
  const deliveries = useDeliveries();
  const columns = useDeliveryColumns(deliveries);
  const dialogs = useDeliveryDialogs(deliveries.rows);
  const bulk = useManyDeliveries(deliveries.rows);
  const view = {
    name: 'deliveries',
    columns,
    defaultColumns,
    filters: deliveryFilters,
    sort: newestFirst,
  };
  const list = useRecordList(deliveries, view, useCompany());
  const cards = useCards();
  return (
    <ListPage
      of="deliveries"
      subtitle="Dispatch and track goods"
      records={deliveries}
      list={list}
      bulk={bulk}
      figures={<ListFigures list={list} records={deliveries} of={deliveryFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Deliveries of orders appear here."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <DeliveryDialogs deliveries={deliveries} dialogs={dialogs} {...forms} />
    </ListPage>
  );
}

function useCards(): FigureCards<keyof typeof deliveryFigures> {
  const { data } = useToDispatch(useMay('orders.read').ok);
  return [
    { of: 'total', label: 'Total Deliveries' },
    {
      label: 'To Dispatch',
      value: data ? formatNumber(data.lines) : '–',
      tooltip: 'Open lines of confirmed and processing orders whose product is in stock',
    },
    { of: 'inTransit', label: 'In Transit' },
    { of: 'deliveredThisMonth', label: 'Delivered This Month' },
  ];
}

/** The selected rows, whose orders can be picked together (docs/product/deliveries.md#picking-list). */
function useManyDeliveries(rows: readonly Delivery[]) {
  const { today } = useCompany();
  const bulk = useBulk('deliveries', { today, nameOf, columns: changed });
  const latest = useLatest(rows);
  const { ok: mayPick } = useMay('orders.read');
  return useMemo(() => {
    const pick = (ids: readonly number[]) => {
      const isChosen = new Set(ids);
      const chosen = latest.current.filter(({ id }) => isChosen.has(id));
      void savePickingList(chosen.flatMap(({ order_id }) => order_id ?? []));
    };
    return bulk && (mayPick ? { ...bulk, more: pickingOf(pick) } : bulk);
  }, [bulk, latest, mayPick]);
}
