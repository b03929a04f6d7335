import { useMemo, useState } from 'react';
import type { Bulk } from '~/kit/ui/bulk/bulk';
import { nounsOf } from '~/modules/organization/kinds/kinds.rules';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Lot } from '../lots.fields';
import { lotFilters } from '../lots.filters';
import { labelsOfSelected, useLotDialogs } from './LotActions';
import { useLotColumns } from './LotColumns';
import { LotDialogs } from './LotDialogs';
import { useLots } from './lots.client';
import { TrackProduct } from './TrackProduct';

const defaultColumns = [
  'lot_number',
  'product_name',
  'quantity',
  'unit',
  'status',
  'made_on',
  'expires_on',
  'vendor_lot',
  'created_at',
  actionsKey,
];
const sortKeys = ['created_at', 'lot_number', 'product_name', 'quantity', 'expires_on'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const nameOf = ({ lot_number }: Lot) => lot_number;
const isUsedUp = ({ status }: Lot) => status === 'used_up';

/** "Lots" (docs/product/lots.md#screen). */
export default function LotsPage() {
  const lots = useLots();
  const columns = useLotColumns(lots);
  const dialogs = useLotDialogs(lots.rows);
  const bulk = useSelected();
  const [isTracking, setTracking] = useState(false);
  const updatesStock = useMay('stock.update').ok;
  const updatesProducts = useMay('products.update').ok;
  const mayTrack = updatesStock && updatesProducts;
  const view = { name: 'lots', columns, defaultColumns, filters: lotFilters, sort: newestFirst };
  const list = useRecordList(lots, view, useCompany());
  return (
    <ListPage
      of="lots"
      subtitle="Lots and serial numbers of tracked products"
      records={lots}
      list={list}
      bulk={bulk}
      create={{
        label: 'Track a Product',
        first: 'Track Your First Product',
        onClick: mayTrack ? () => setTracking(true) : null,
      }}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Goods of a tracked product belong to a lot, or have a serial number each. Track a product, then receive its stock by Adjust Stock."
      onOpenRow={dialogs.open}
      isRowMuted={isUsedUp}
    >
      <LotDialogs lots={lots} dialogs={dialogs} />
      {isTracking ? <TrackProduct onClose={() => setTracking(false)} /> : null}
    </ListPage>
  );
}

/** Selected rows are changed, exported and labelled; none is deleted. */
function useSelected(): Bulk<Lot> {
  const { today } = useCompany();
  const update = useMay('stock.update').ok;
  const mayExport = useMay('stock.export').ok;
  return useMemo(
    () => ({
      list: 'lots',
      nouns: nounsOf('lots'),
      path: '/lots',
      nameOf,
      may: { update, delete: false, export: mayExport },
      fileName: `lots-${today}`,
      more: labelsOfSelected,
    }),
    [today, update, mayExport],
  );
}
