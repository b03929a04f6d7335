import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Advance } from '../advances.fields';
import { advanceFilters } from '../advances.filters';
import { useAdvanceDialogs } from './AdvanceActions';
import { useAdvanceColumns } from './AdvanceColumns';
import { AdvanceDialogs } from './AdvanceDialogs';
import { useAdvances } from './advances.client';

const defaultColumns = [
  'voucher_number',
  'customer_name',
  'order_number',
  'advance_date',
  'amount',
  'balance',
  'status',
  actionsKey,
];
const sortKeys = [
  'advance_date',
  'voucher_number',
  'customer_name',
  'amount',
  'balance',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'advance_date', direction: 'desc' };
const isCancelled = (advance: Advance) => advance.status === 'cancelled';

/** "Advances" (docs/product/advances.md#screens). */
export default function AdvancesPage() {
  const advances = useAdvances();
  const columns = useAdvanceColumns();
  const view = {
    name: 'advances',
    columns,
    defaultColumns,
    filters: advanceFilters,
    sort: newestFirst,
  };
  const list = useRecordList(advances, view, useCompany());
  const dialogs = useAdvanceDialogs(advances);
  return (
    <ListPage
      of="advances"
      subtitle="Payments received before invoicing, with receipt vouchers"
      records={advances}
      list={list}
      create={{
        label: 'Record Advance',
        first: 'Record Your First Advance',
        onClick: dialogs.create,
      }}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Record payments that customers make before the invoice."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <AdvanceDialogs advances={advances} dialogs={dialogs} />
    </ListPage>
  );
}
