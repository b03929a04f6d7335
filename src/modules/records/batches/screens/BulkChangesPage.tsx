import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { formatInstant } from '~/kit/shared/time/days';
import { undoAndNotify } from '~/kit/ui/bulk/undo';
import { useComputed } from '~/kit/ui/records/computed';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { Badge } from '~/kit/ui/elements/Badge';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Batch } from '../batches.fields';

const kinds = {
  bulk: { word: 'Bulk change', color: 'blue' },
  import: { word: 'Import', color: 'violet' },
  merge: { word: 'Merge', color: 'cyan' },
  undo: { word: 'Undo', color: 'gray' },
} as const;

/** "Bulk Changes": what was changed at once within thirty days, each to be undone (docs/product/bulk.md#screen). */
export default function BulkChangesPage() {
  const { data, state, retry } = useComputed<Batch[]>('/batches', {
    dependsOn: 'everything',
    day: '',
  });
  const { timeZone } = useCompany();
  const [recordToDelete, setRecordToDelete] = useState<Batch | null>(null);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <Page
      fill
      title="Bulk Changes"
      subtitle="Bulk edits, imports and merges of the last 30 days. You can undo them here."
    >
      <DataTable
        label="Bulk Changes"
        rows={data ?? []}
        columns={columns}
        rowId={({ id }) => id}
        rowActions={useMemo(() => [undoAction(setRecordToDelete)], [])}
        state={state}
        loadingText="Loading bulk changes..."
        failedText="Bulk changes could not be loaded"
        onRetry={retry}
        emptyText="No bulk changes found"
        emptyHint="Bulk edits, imports and merges are listed here for 30 days."
        emptyAction={null}
      />
      <UndoQuestion
        batch={recordToDelete}
        onClose={() => setRecordToDelete(null)}
        onUndone={retry}
      />
    </Page>
  );
}

const nouns = { noun: 'record', plural: 'records' };

interface QuestionProps {
  batch: Batch | null;
  onClose: () => void;
  onUndone: () => void;
}

function UndoQuestion({ batch, onClose, onUndone }: QuestionProps) {
  return (
    <ConfirmDialog
      opened={batch !== null}
      title="Undo Bulk Change"
      subject={batch?.title}
      message={`${counted(batch?.count ?? 0, 'record')} will be restored, except records that were changed since. You can undo this as well.`}
      confirmLabel="Undo"
      onConfirm={async () => {
        if (batch) await undoAndNotify({ batch: batch.id, nouns, path: null, onUndone });
      }}
      onClose={onClose}
    />
  );
}

function undoAction(onClick: (batch: Batch) => void): RowAction<Batch> {
  return {
    key: 'undo',
    label: () => 'Undo',
    icon: <IconArrowBackUp size={16} />,
    onClick,
    isOffered: ({ can_undo }) => can_undo,
  };
}

function columnsIn(timeZone: string): readonly Column<Batch>[] {
  return [
    {
      key: 'title',
      title: 'What',
      width: 320,
      text: ({ title }) => title,
    },
    {
      key: 'kind',
      title: 'Kind',
      width: 120,
      badge: true,
      text: ({ kind }) => kinds[kind].word,
      render: ({ kind }) => <Badge color={kinds[kind].color}>{kinds[kind].word}</Badge>,
    },
    {
      key: 'count',
      title: 'Records',
      width: 90,
      align: 'right',
      text: ({ count }) => formatNumber(count),
      narrowText: ({ count }) => counted(count, 'record'),
    },
    { key: 'created_by_name', title: 'By', width: 150, text: (batch) => batch.created_by_name },
    {
      key: 'created_at',
      title: 'When',
      width: 170,
      text: ({ created_at }) => formatInstant(created_at, timeZone),
    },
    {
      key: 'undone_at',
      title: 'Undone',
      width: 170,
      text: ({ undone_at }) => (undone_at === null ? '' : formatInstant(undone_at, timeZone)),
      narrowText: ({ undone_at }) =>
        undone_at === null ? '' : `Undone ${formatInstant(undone_at, timeZone)}`,
    },
  ];
}
