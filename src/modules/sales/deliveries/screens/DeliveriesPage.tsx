import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { Sort } from '~/kit/ui/grid/tableColumn';
import { actionsKey } from '~/kit/ui/grid/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Delivery } from '../deliveries.fields';
import { deliveryFilters } from '../deliveries.filters';
import { figuresOf } from '../deliveries.rules';
import { useDeliveryColumns } from './DeliveryColumns';
import { type Deliveries, useDeliveries, useToDispatch } from './deliveries.client';

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

/** The list of deliveries (docs/product/deliveries.md#screen). */
export default function DeliveriesPage() {
  const deliveries = useDeliveries();
  const columns = useDeliveryColumns();
  const company = useCompany();
  const navigate = useNavigate();
  const fileName = useMay('deliveries.export').ok ? `deliveries-${company.today}` : undefined;
  const view = {
    name: 'deliveries',
    columns,
    defaultColumns,
    filters: deliveryFilters,
    sort: newestFirst,
  };
  const list = useRecordList(deliveries, view, company);
  const open = ({ id }: Delivery) => void navigate({ to: recordPath('deliveries', id) });
  return (
    <Page
      fill
      title="Deliveries"
      subtitle="Dispatch and track goods"
      actions={<ColumnChooser choice={list.choice} />}
    >
      <Figures deliveries={deliveries} today={company.today} />
      <RecordTools list={list} label="Search deliveries" />
      <RecordTable
        list={list}
        label="Deliveries"
        rowActions={[viewAction(open)]}
        loadingText="Loading deliveries..."
        failedText="Deliveries could not be loaded"
        emptyText="No deliveries found"
        emptyHint="Deliveries of orders appear here."
        noMatchHint="No deliveries match your search and filters."
        onOpenRow={open}
      />
      <RecordFilters list={list} counted="deliveries" sortKeys={sortKeys} fileName={fileName} />
    </Page>
  );
}

function Figures({
  deliveries: { rows, state },
  today,
}: {
  deliveries: Deliveries;
  today: string;
}) {
  const { total, inTransit, deliveredThisMonth } = useMemo(
    () => figuresOf(rows, today),
    [rows, today],
  );
  const toDispatch = useToDispatch(today);
  const cards = [
    { label: 'Total Deliveries', value: String(total) },
    {
      label: 'To Dispatch',
      value: toDispatch === null ? '–' : String(toDispatch),
      tooltip: 'Open lines of confirmed and processing orders whose product is in stock',
    },
    { label: 'In Transit', value: String(inTransit) },
    { label: 'Delivered This Month', value: String(deliveredThisMonth) },
  ];
  return <StatCards cards={cards} state={state} />;
}
