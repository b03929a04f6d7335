import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { StatCards } from '~/kit/ui/elements/StatCards';
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
import type { Receipt } from '../receipts.fields';
import { receiptFilters } from '../receipts.filters';
import { figuresOf } from '../receipts.rules';
import { mostActions, useReceiptDialogs } from './ReceiptActions';
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
  const { today } = useCompany();
  const dialogs = useReceiptDialogs(receipts.rows);
  const fileName = useMay('receipts.export').ok ? `receipts-${today}` : undefined;
  const view = {
    name: 'receipts',
    columns,
    defaultColumns,
    filters: receiptFilters,
    sort: newestFirst,
  };
  const list = useRecordList(receipts, view, { today });
  useMissingRecord('/receipts', 'Receipt', receipts);
  return (
    <Page
      fill
      title="Receipts"
      subtitle="Record one sum over many invoices"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={dialogs.record}>Record Receipt</AddButton>
        </>
      }
    >
      <ReadOnlyNote />
      <Figures receipts={receipts} shown={list.isFiltered ? list.rows.length : null} />
      <RecordTools list={list} label="Search receipts" />
      <RecordTable
        list={list}
        label="Receipts"
        rowActions={dialogs.rowActions}
        mostActions={mostActions}
        emptyHint="Record one sum from a customer that pays many invoices."
        emptyAction={
          dialogs.record ? (
            <Button onClick={dialogs.record}>Record Your First Receipt</Button>
          ) : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isCancelled}
      />
      <RecordFilters list={list} counted="receipts" sortKeys={sortKeys} fileName={fileName} />
      <ReceiptDialogs receipts={receipts} dialogs={dialogs} />
    </Page>
  );
}

function Figures({ receipts, shown }: { receipts: Receipts; shown: number | null }) {
  const { today } = useCompany();
  const figures = useMemo(() => figuresOf(receipts.rows, today), [receipts.rows, today]);
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
