import { Button } from '@mantine/core';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { ReadOnlyNote } from '~/modules/organization/workspaces/screens/ReadOnlyNote';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Advance } from '../advances.fields';
import { advanceFilters } from '../advances.filters';
import { mostActions, useAdvanceDialogs } from './AdvanceActions';
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
  const { today } = useCompany();
  const fileName = useMay('payments.export').ok ? `advances-${today}` : undefined;
  const columns = useAdvanceColumns();
  const view = {
    name: 'advances',
    columns,
    defaultColumns,
    filters: advanceFilters,
    sort: newestFirst,
  };
  const list = useRecordList(advances, view, { today });
  const dialogs = useAdvanceDialogs(advances);
  const { canCreate } = dialogs.rights;
  useMissingRecord('/advances', 'Advance', advances);
  return (
    <Page
      fill
      title="Advances"
      subtitle="Payments received before invoicing, with receipt vouchers"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={canCreate ? dialogs.record : null}>Record Advance</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <RecordTools list={list} label="Search advances" />
      <RecordTable
        list={list}
        label="Advances"
        rowActions={dialogs.rowActions}
        mostActions={mostActions}
        emptyHint="Record payments that customers make before the invoice."
        emptyAction={
          canCreate ? <Button onClick={dialogs.record}>Record Your First Advance</Button> : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isCancelled}
      />
      <RecordFilters list={list} counted="advances" sortKeys={sortKeys} fileName={fileName} />
      <AdvanceDialogs advances={advances} dialogs={dialogs} />
    </Page>
  );
}
