import { focusTable } from '~/kit/ui/hooks/focusTable';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { mostSelected } from '~/kit/ui/columns/selection';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import type { BulkAreaProps } from './BulkArea';
import { type BulkExtra, countedAs } from './bulk';
import { BarButton } from './BarButton';
import type { BulkEditProps } from './BulkEdit';
import { ExportSelected } from './ExportSelected';
import { editsForMany, type ManyEdit } from './manyEdits';
import { type Sending, useBulkSending } from './useBulkSending';
import classes from './Bulk.module.css';
import { useOwnColumns } from '~/kit/ui/columns/useOwnColumns';

const BulkEdit = lazyPart(() => import('./BulkEdit')) as <Row>(
  props: BulkEditProps<Row>,
) => ReactNode;

interface Props<Row extends Identified> extends BulkAreaProps<Row> {
  ids: ReadonlySet<string | number>;
}

type BulkDialog = 'edit' | 'delete' | null;

/** "{n} selected" with what can be done to them (docs/product/screens.md#selection). */
export default function BulkBar<Row extends Identified>(props: Props<Row>) {
  const { bulk, ids, selection } = props;
  const [openDialog, setOpenDialog] = useState<BulkDialog>(null);
  const sending = useBulkSending(props);
  const edits = useManyEdits(props);
  return (
    <>
      {ids.size === 0 ? null : (
        <div role="region" aria-label="Selected rows" className={classes.bar} data-bar>
          <strong className={classes.count}>{`${formatNumber(ids.size)} selected`}</strong>
          <Note {...props} />
          <div className={classes.buttons}>
            {bulk.may.update && edits.length > 0 ? (
              <BarButton
                icon={<IconPencil size={16} aria-hidden />}
                onClick={() => setOpenDialog('edit')}
              >
                Edit
              </BarButton>
            ) : null}
            {bulk.may.delete ? (
              <BarButton
                icon={<IconTrash size={16} aria-hidden />}
                danger
                onClick={() => setOpenDialog('delete')}
              >
                Delete
              </BarButton>
            ) : null}
            {bulk.may.export ? <ExportSelected {...props} /> : null}
            {bulk.more ? <Extra more={bulk.more} ids={ids} /> : null}
          </div>
          <div className={classes.clear}>
            <BarButton
              icon={<IconX size={16} aria-hidden />}
              shortcut="clear"
              onClick={() => {
                selection.clear();
                focusTable();
              }}
            >
              Clear selection
            </BarButton>
          </div>
        </div>
      )}
      <Dialogs
        {...props}
        openDialog={openDialog}
        edits={edits}
        sending={sending}
        onClose={() => setOpenDialog(null)}
      />
    </>
  );
}

function Extra({ more, ids }: { more: BulkExtra; ids: ReadonlySet<string | number> }) {
  return (
    <BarButton icon={more.icon} onClick={() => more.onChoose([...ids].map(Number))}>
      {more.label}
    </BarButton>
  );
}

interface DialogsProps<Row extends Identified> extends Props<Row> {
  openDialog: BulkDialog;
  edits: readonly ManyEdit[];
  sending: Sending;
  onClose: () => void;
}

function Dialogs<Row extends Identified>(props: DialogsProps<Row>) {
  const { bulk, ids, edits, openDialog, sending, onClose } = props;
  const needsEdit = useLatch(openDialog === 'edit');
  const chosen = useMemo(() => [...ids].map(Number), [ids]);
  const many = countedAs(ids.size, bulk.nouns);
  return (
    <>
      <Suspense fallback={null}>
        {needsEdit ? (
          <BulkEdit
            opened={openDialog === 'edit'}
            onClose={onClose}
            title={`Edit ${many}`}
            edits={edits}
            ids={chosen}
            Note={bulk.note}
            onSubmit={(values) => sending({ action: 'update', values })}
          />
        ) : null}
      </Suspense>
      <ConfirmDialog
        opened={openDialog === 'delete'}
        onClose={onClose}
        title={`Delete ${many}?`}
        message={`${many} will be deleted. Records that cannot be deleted are skipped and listed. You can undo this for 30 days.`}
        confirmLabel={`Delete ${many}`}
        danger
        onConfirm={() => sending({ action: 'delete' })}
      />
    </>
  );
}

/** What the number alone does not say: rows that a filter hides, and that no more can be selected. */
function Note<Row extends Identified>({ ids, list }: Props<Row>) {
  const { rows, long } = list;
  const hidden = useMemo(() => {
    if (long) return 0;
    let shown = 0;
    for (const { id } of rows) if (ids.has(id)) shown += 1;
    return ids.size - shown;
  }, [ids, rows, long]);
  const notes = [
    ...(hidden > 0 ? [`${formatNumber(hidden)} hidden by the filters`] : []),
    ...(ids.size >= mostSelected ? [`you can select at most ${formatNumber(mostSelected)}`] : []),
  ];
  return notes.length === 0 ? null : <span className={classes.note}>{notes.join(' · ')}</span>;
}

const none: readonly never[] = [];

/** What the selected rows of a list can be given. */
function useManyEdits<Row extends Identified>({
  bulk: { fields, columns = none },
  list,
}: Pick<BulkAreaProps<Row>, 'bulk' | 'list'>): readonly ManyEdit[] {
  const more = useOwnColumns(columns);
  return useMemo(
    () => editsForMany([...list.columns, ...more], fields),
    [list.columns, more, fields],
  );
}
